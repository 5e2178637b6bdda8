/** Where the browsers are that the tests drive; nothing is downloaded here. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const PROGRAMS = process.env['ProgramFiles'] ?? 'C:\\Program Files';
const PROGRAMS_32_BIT = process.env['ProgramFiles(x86)'] ?? 'C:\\Program Files (x86)';
const PROGRAMS_OF_USER = process.env['LOCALAPPDATA'] ?? '';

const CHROMIUM = {
  variable: 'CHROME_PATH',
  commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome'],
  places: [
    '/usr/bin/chromium',
    '/snap/bin/chromium',
    '/opt/google/chrome/chrome',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    join(process.env['HOME'] ?? '', 'Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    join(PROGRAMS, 'Google/Chrome/Application/chrome.exe'),
    join(PROGRAMS_32_BIT, 'Google/Chrome/Application/chrome.exe'),
    join(PROGRAMS_OF_USER, 'Google/Chrome/Application/chrome.exe'),
    join(PROGRAMS_32_BIT, 'Microsoft/Edge/Application/msedge.exe'),
  ],
};

const FIREFOX = {
  variable: 'FIREFOX_PATH',
  commands: ['firefox-esr', 'firefox'],
  places: [
    '/usr/bin/firefox-esr',
    '/usr/bin/firefox',
    '/Applications/Firefox.app/Contents/MacOS/firefox',
    join(PROGRAMS, 'Mozilla Firefox/firefox.exe'),
  ],
};

/** The path of an installed Chrome, Chromium or Edge, or null. `CHROME_PATH` goes first. */
export function findChromium() {
  return find(CHROMIUM);
}

/** The path of an installed Firefox, or null. `FIREFOX_PATH` goes first. */
export function findFirefox() {
  return find(FIREFOX);
}

/** The path of a command on PATH, or null. @param {string} command */
export function findCommand(command) {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, command + suffix)).find(isExecutable) ?? null;
}

/** @param {{ variable: string, commands: readonly string[], places: readonly string[] }} browser */
function find({ variable, commands, places }) {
  const chosen = process.env[variable];
  if (chosen !== undefined && chosen !== '') return isExecutable(chosen) ? chosen : null;
  for (const command of commands) {
    const path = findCommand(command);
    if (path !== null) return path;
  }
  return places.find(isExecutable) ?? null;
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
