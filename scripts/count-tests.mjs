// `count-tests.mjs REPORT STATUS`: prints "PASSED FAILED" of vitest's JSON report. A file that
// could not run counts as one failure, and so does a run that failed (STATUS is its exit code)
// without a failure in its report.
import { existsSync, readFileSync } from 'node:fs';

const [path = '', status = '1'] = process.argv.slice(2);
let passed = 0;
let failed = 0;
if (existsSync(path)) {
  for (const file of JSON.parse(readFileSync(path, 'utf8')).testResults) {
    for (const { status: result } of file.assertionResults) {
      if (result === 'passed') passed++;
      else if (result === 'failed') failed++;
    }
    const someFailed = file.assertionResults.some((/** @type {{ status: string }} */ test) => test.status === 'failed');
    if (file.status === 'failed' && !someFailed) failed++;
  }
}
if (status !== '0' && failed === 0) failed++;
console.log(`${passed} ${failed}`);
