import { consume } from './consumer.js';

const [baseUrl, apiKey] = process.argv.slice(2);
console.log(JSON.stringify(await consume({ baseUrl, apiKey })));
