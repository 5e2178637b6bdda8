import { expect, test } from 'vitest';
import { locateFrom } from './locate.ts';

const locate = locateFrom('/work/here');

test.each([
  ['/work/here/order.hxml', 'order.hxml', 'order.hxml'],
  ['/work/here/a/b/order.hxml', 'a/b/order.hxml', 'a/b/order.hxml'],
  ['/work/here/a/../order.hxml', 'order.hxml', 'order.hxml'],
  ['/work/here/..a/order.hxml', '..a/order.hxml', '..a/order.hxml'],
  ['/work/here/my order#1?.hxml', 'my%20order%231%3F.hxml', 'my order#1?.hxml'],
  ['/work/here/a:b@1+2.hxml', 'a%3Ab@1+2.hxml', 'a:b@1+2.hxml'],
  ['/work/here/größe/注文.hxml', 'gr%C3%B6%C3%9Fe/%E6%B3%A8%E6%96%87.hxml', 'größe/注文.hxml'],
  ['/work/here/\ud800.hxml', '%EF%BF%BD.hxml', '\ud800.hxml'],
  ['/work/other order.hxml', 'file:///work/other%20order.hxml', '/work/other order.hxml'],
  ['-', null, '-'],
])('%s is %s', (path, uri, near) => {
  expect(locate(path)).toEqual({ uri, path: near });
});

test('a relative path is one of the working directory', () => {
  expect(locateFrom(process.cwd())('a/b.hxml')).toEqual({ uri: 'a/b.hxml', path: 'a/b.hxml' });
});
