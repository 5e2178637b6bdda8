/** Puts the page into its document. */

import { mount } from 'svelte';
import App from './App.svelte';
import { lessons } from './lessons/list.ts';
import './styles/palette.css';
import './styles/page.css';
import { keepPage } from './offline/keep.ts';
import { browserAddress } from './state/address.ts';
import { catalogue, loadExample } from './state/examples.ts';
import { workerRunner } from './worker/runner.ts';

const target = document.getElementById('page');
if (target === null) throw new Error('index.html has no element #page');
mount(App, {
  target,
  props: {
    library: { catalogue, lessons, load: loadExample },
    runner: workerRunner(),
    address: browserAddress(),
  },
});
if (import.meta.env.PROD) keepPage();
