import { consume } from './consumer.js';

Object.assign(globalThis, { consume });
