import type { LiveMutant } from './mutant.ts';
import { operators } from './operators.ts';

type AnswerOperator = Extract<keyof typeof operators, `E${number}`>;

const page = 'searchSandboxes 200 SandboxesFirstPage';
const list = 'listAppConversations 200 AppConversationsListed';

/** Faults of single answers, put into every example of the contract at every place that has room for them. */
export const answerMutants: readonly LiveMutant[] = [
  inAnswers('E1', `${page}: status  status: must be one of 200, 401, 422`),
  inAnswers('E2', `${page}: status  status: must be one of 200, 401, 422`),
  inAnswers('E3', `${page}: header /content-type media-type: must be application/json`),
  inAnswers('E4', `${page}: header /content-type media-type: must be application/json`),
  inAnswers('E5', `${page}: body /items/0/id required: is missing`),
  inAnswers('E6', `${page}: body /items/0/id required: is missing`),
  inAnswers('E7', `${page}: body /items/0 type: must be an object`),
  inAnswers('E8', `${page}: body /items/0/status enum: must be one of STARTING, RUNNING`),
  inAnswers('E9', `${page}: body /items type: must be an array`),
  inAnswers('E10', `${list}: body /0/metrics/accumulated_cost minimum: must be at least 0`),
  inAnswers('E13', `${page}: body /data additionalProperties: is not a member`),
  inAnswers('E14', `${page}: body  type: must be an object`),
  inAnswers('E15', `${page}: body  json: must be JSON`),
  inAnswers('E16', `${page}: body /items/0/exposed_urls/0/surplus additionalProperties: is not`),
  inAnswers('E17', `${page}: body /nextPageId additionalProperties: is not a member`),
  inAnswers('E19', `${page}: body /items/0/created_at format: must be a date-time (RFC 3339)`),
  inAnswers('E24', `${page}: body  required: is missing`),
];

function inAnswers(operator: AnswerOperator, ...says: LiveMutant['says']): LiveMutant {
  const { title } = operators[operator];
  return { operator, title: `in an answer: ${title}`, gate: 'oracle', fault: operator, says };
}
