import { expect, test } from 'vitest';
import { refuseUnknownHosts } from './refuse-unknown-hosts.ts';

test.each([
  ['fetch(`https://b.example/x`),fetch("http://a.example:80/y")', 'b.example, a.example:80'],
  ['s="//c.example/x"', 'c.example'],
  ['// See https://www.w3.org.evil.example/', 'www.w3.org.evil.example'],
])('%s is refused', (script, hosts) => {
  expect(() => refuseUnknownHosts(script)).toThrow(`hosts that nobody has looked at: ${hosts}.`);
});

test.each(['n=`http://www.w3.org/2000/svg`', 's.startsWith(`//`)', 'a/b // c'])(
  '%s passes',
  (script) => {
    expect(() => refuseUnknownHosts(script)).not.toThrow();
  },
);
