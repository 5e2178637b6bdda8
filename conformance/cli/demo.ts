/** `unwind demo`, which is `npm start`: a real run in the terminal, then the playground. */

import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { didYouMean } from '../../core/model/suggest.ts';
import { padEnd } from '../report/terminal/width.ts';
import { parseInteger } from './arguments.ts';
import { terminalFor } from './environment.ts';
import { type Example, listExamples, pathOfExample } from './examples.ts';
import { EXIT_OK } from './exit-codes.ts';
import type { Host } from './host.ts';
import { packageRoot } from './package-root.ts';
import { Problem } from './problem.ts';
import { run } from './run.ts';
import { serveFolder } from './serve.ts';

export interface DemoOptions {
  readonly list?: boolean;
  readonly port: string;
  readonly serve: boolean;
  readonly ascii?: boolean;
}

export async function demo(id: string, options: DemoOptions, host: Host): Promise<number> {
  const port = parseInteger(options.port, '--port', 0, 65_535);
  const examples = listExamples();
  if (options.list === true) {
    host.out.write(renderList(examples));
    return EXIT_OK;
  }
  const example = examples.find((known) => known.id === id);
  if (example === undefined) {
    const ids = examples.map((known) => known.id);
    const hint = didYouMean(id, ids) || ', see unwind demo --list.';
    throw new Problem(`There is no example '${id}'${hint}`);
  }
  await show(example, options, host);
  return options.serve ? serve(port, options, host) : EXIT_OK;
}

function renderList(examples: readonly Example[]): string {
  const width = Math.max(...examples.map(({ id }) => id.length));
  return examples.map(({ id, lesson }) => `${padEnd(id, width)}  ${lesson}\n`).join('');
}

async function show(example: Example, { ascii }: DemoOptions, host: Host): Promise<void> {
  const { paint } = terminalFor(host.out, host, ascii);
  const document = pathOfExample(example.document);
  const scenario = pathOfExample(example.scenario);
  const command = `unwind run ${fromHere(document)} --scenario ${fromHere(scenario)}`;
  host.out.write(` ${paint('faint', `$ ${command}`)}\n\n`);
  await run(
    document,
    { format: 'timeline', scenario, ...(ascii === undefined ? {} : { ascii }) },
    host,
  );
}

/** As a person would type it, where that is shorter. */
function fromHere(path: string): string {
  const near = relative(process.cwd(), path);
  return near.startsWith('..') ? path : near;
}

async function serve(port: number, { ascii }: DemoOptions, host: Host): Promise<number> {
  const folder = join(packageRoot(), 'dist', 'web');
  if (!existsSync(join(folder, 'index.html'))) {
    throw new Problem('The playground is not built yet. Build it with: npm run build');
  }
  const { paint } = terminalFor(host.out, host, ascii);
  const interrupted = host.interrupted();
  const server = await serveFolder(folder, port);
  const address = paint('strong', server.address);
  host.out.write(`\n Step through it in the playground: ${address} (Ctrl-C ends it)\n`);
  await interrupted;
  await server.close();
  host.out.write('\n');
  return EXIT_OK;
}
