/** `unwind init driver [DIR]` */

import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { didYouMean } from '../../core/model/suggest.ts';
import javascriptDriver from '../templates/javascript/driver.mjs?raw';
import javascriptReadme from '../templates/javascript/README.md?raw';
import javascriptRuntime from '../templates/javascript/runtime.mjs?raw';
import pythonDriver from '../templates/python/driver.py?raw';
import pythonReadme from '../templates/python/README.md?raw';
import pythonRuntime from '../templates/python/runtime.py?raw';
import { commandLine } from './command-line.ts';
import { EXIT_OK } from './exit-codes.ts';
import type { Host } from './host.ts';
import { makeFolder } from './make-folder.ts';
import { Problem } from './problem.ts';

export interface InitOptions {
  readonly language?: string;
  /** Of another template: nothing that is there is written over by this one. */
  readonly provider?: string;
  readonly force?: boolean;
}

interface Template {
  /** File name → content. */
  readonly files: { readonly [name: string]: string };
  readonly command: readonly string[];
}

const TEMPLATES: { readonly [language: string]: Template } = {
  js: {
    files: {
      'driver.mjs': javascriptDriver,
      'runtime.mjs': javascriptRuntime,
      'README.md': javascriptReadme,
    },
    command: ['node', 'driver.mjs'],
  },
  python: {
    files: {
      'driver.py': pythonDriver,
      'runtime.py': pythonRuntime,
      'README.md': pythonReadme,
    },
    command: ['python3', 'driver.py'],
  },
};

/** Writes a template into a folder. Nothing that is there is written over. */
export function init(what: string, folder: string, options: InitOptions, host: Host): number {
  if (what !== 'driver') {
    throw new Problem(`unwind init writes a driver or ci; there is no template '${what}'.`);
  }
  if (options.provider !== undefined || options.force === true) {
    throw new Problem('--provider and --force are of ci, not of a driver.');
  }
  const { language } = options;
  const languages = Object.keys(TEMPLATES);
  if (language === undefined) {
    throw new Problem(`--language is missing: ${languages.join(' or ')}.`);
  }
  const template = Object.hasOwn(TEMPLATES, language) ? TEMPLATES[language] : undefined;
  if (template === undefined) {
    const near = didYouMean(language, languages) || '.';
    throw new Problem(`--language takes one of ${languages.join(', ')}, not '${language}'${near}`);
  }
  const names = Object.keys(template.files);
  const taken = names.filter((name) => existsSync(join(folder, name)));
  if (taken.length > 0) {
    throw new Problem(
      `${taken.map((name) => join(folder, name)).join(', ')} ${taken.length === 1 ? 'is' : 'are'} there already, and nothing was written. Name another folder: unwind init driver --language ${language} DIR`,
    );
  }
  write(folder, template.files);
  const driver = commandLine(template.command);
  const enter = folder === '.' ? '' : `cd ${commandLine([folder])} && `;
  host.out.write(
    [
      `Wrote ${names.map((name) => join(folder, name)).join(', ')}.`,
      '',
      'It works as it stands, with a toy runtime inside. See what it says:',
      '',
      `  ${enter}npx unwind doctor --driver "${driver}"`,
      '',
      'Then put your runtime in the place of the toy; README.md says how.',
      '',
    ].join('\n'),
  );
  return EXIT_OK;
}

function write(folder: string, files: Template['files']): void {
  try {
    makeFolder(folder);
    for (const [name, content] of Object.entries(files)) {
      // Should another have written it meanwhile, it stays.
      writeFileSync(join(folder, name), content, { flag: 'wx' });
    }
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Problem(`The template could not be written into ${folder} (${code}).`);
  }
}
