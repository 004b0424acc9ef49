import { consume } from './consumer.js';
import { useMock } from './mock.js';

Object.assign(globalThis, { consume, useMock });
