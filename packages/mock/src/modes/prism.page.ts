/** Prism in a page, where it cannot be loaded. */
import { Rejection } from '../response.ts';
import type * as ofNode from './prism.ts';

const reason =
  'Prism needs Node: start the mock there, and call it on its port';

export const prismMissing: typeof ofNode.prismMissing = async () => reason;

export const respondWithPrism: typeof ofNode.respondWithPrism = async () => {
  throw new Rejection(400, reason);
};

export const createPlainPrism: typeof ofNode.createPlainPrism = () => {
  throw new TypeError(`prism: ${reason}`);
};
