/** The proxy in a page, which cannot forward a request as it is. */
import type * as ofNode from './proxy.ts';

export const createProxy: typeof ofNode.createProxy = () => {
  throw new TypeError(
    'proxy needs Node: start the mock there, and call it on its port',
  );
};
