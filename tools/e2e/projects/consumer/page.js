/** The consumer in a page. */
import { createClient } from '@agent-conversation/client';
import { consume } from './consumer.js';

/** @import { ClientOptions } from '@agent-conversation/client' */

/** @param {ClientOptions} options */
const start = (options) => consume(createClient(options));

Object.assign(globalThis, { start });
