import { hashes, sessionChecks, signIns } from './own-api.ts';
const what = process.argv[2] ?? 'signIns';
const lanes = Number(process.argv[3] ?? 8);
const op = await { hashes, sessionChecks, signIns }[what]!();
const n = Number(process.argv[4] ?? 100);
for (let round = 0; round < 4; round++) {
  const before = process.cpuUsage(); const r0 = process.resourceUsage(); const t = performance.now(); let left = n;
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => { while (left-- > 0) await op(lane); }));
  const { user, system } = process.cpuUsage(before); const r1 = process.resourceUsage();
  console.log(what, lanes, 'cpu/op', ((user + system) / n / 1000).toFixed(2), 'user', (user / n / 1000).toFixed(2), 'sys', (system / n / 1000).toFixed(2), 'wall/op', ((performance.now() - t) / n).toFixed(2), 'faults', (r1.minorPageFault - r0.minorPageFault) / n);
}
process.exit();
