import { consume } from './consumer.js';
import { useMock } from './mock.js';

const [baseUrl, apiKey] = process.argv.slice(2);
console.log(
  JSON.stringify({
    ...(await consume({ baseUrl, apiKey })),
    mock: await useMock(),
  }),
);
