import { expect, test } from 'vitest';
import { isDemanded, isLeftOut } from './left-out.ts';

test.each([
  { env: {}, demanded: false, leftOut: false },
  { env: { CI: 'true' }, demanded: true, leftOut: false },
  { env: { CI: 'true', CI_LEFT_OUT: 'curl' }, demanded: true, leftOut: false },
  {
    env: { CI: 'true', CI_LEFT_OUT: 'curl chromium' },
    demanded: false,
    leftOut: true,
  },
])(
  'with $env, Chromium is demanded: $demanded',
  ({ env, demanded, leftOut }) => {
    expect(isDemanded('chromium', env)).toBe(demanded);
    expect(isLeftOut('chromium', env)).toBe(leftOut);
  },
);
