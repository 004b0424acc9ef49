/** The server in a page, which cannot listen on a port. */
import type * as ofNode from './server.ts';

export const serve: typeof ofNode.serve = async () => {
  throw new TypeError(
    'listen needs Node: in a page, call mock.fetch. If this is Node, add the export condition "node" to the bundler',
  );
};
