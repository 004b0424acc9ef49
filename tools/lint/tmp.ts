import { lintContract } from './lint-contract.ts';
const t = process.cpuUsage();
const all = await lintContract(process.argv[2]!);
for (const d of all)
  console.log(`${d.file}:${d.line}:${d.column}  ${d.severity}  ${d.rule}  ${d.message}`);
const c = process.cpuUsage(t);
console.log(all.length, (c.user + c.system) / 1e6);
