export { checkServer, type Watch } from './checker/check-server.ts';
export {
  type CheckOptions,
  type NameOption,
  OptionError,
} from './checker/options.ts';
export type * from './checker/run.ts';
export { coverageLine, measureCoverage } from './contract-coverage/coverage.ts';
export type {
  CoverageOptions,
  CoverageSummary,
  GroupSummary,
  PointKind,
  Tally,
} from './contract-coverage/types.ts';
export { type Edition, editions } from './oracle/editions.ts';
export type {
  DeviationName,
  ReceivedResponse,
  Exchange,
  Violation,
  Provenance,
  SentRequest,
  Severity,
} from './oracle/exchange.ts';
export {
  type ExchangeResult,
  validateExchange,
  type ValidateOptions,
} from './oracle/validate-exchange.ts';
export { reportHar } from './reports/har.ts';
export {
  type JsonCheck,
  type JsonExchange,
  type JsonViolation,
  type JsonReport,
  reportJson,
} from './reports/json.ts';
export { reportJunit } from './reports/junit.ts';
export { type PrettyOptions, reportPretty } from './reports/pretty.ts';
export type { ReportOptions } from './reports/redact-run.ts';
