import { expect, test } from 'vitest';
import { locateFrom } from './locate.ts';

const locate = locateFrom('/home/here');

test.each([
  ['/home/here/order.hxml', 'order.hxml', 'order.hxml'],
  ['/home/here/a/b/order.hxml', 'a/b/order.hxml', 'a/b/order.hxml'],
  ['/home/here/a/../order.hxml', 'order.hxml', 'order.hxml'],
  ['/home/here/..a/order.hxml', '..a/order.hxml', '..a/order.hxml'],
  ['/home/here/my order#1?.hxml', 'my%20order%231%3F.hxml', 'my order#1?.hxml'],
  ['/home/here/a:b@1+2.hxml', 'a%3Ab@1+2.hxml', 'a:b@1+2.hxml'],
  ['/home/here/größe/注文.hxml', 'gr%C3%B6%C3%9Fe/%E6%B3%A8%E6%96%87.hxml', 'größe/注文.hxml'],
  ['/home/here/\ud800.hxml', '%EF%BF%BD.hxml', '\ud800.hxml'],
  ['/work/other order.hxml', 'file:///work/other%20order.hxml', '/work/other order.hxml'],
  ['-', null, '-'],
])('%s is %s', (path, uri, near) => {
  expect(locate(path)).toEqual({ uri, path: near });
});

test('a relative path is one of the working directory', () => {
  expect(locateFrom(process.cwd())('a/b.hxml')).toEqual({ uri: 'a/b.hxml', path: 'a/b.hxml' });
});
