import { type ContractFacts, someAnswer } from './facts.ts';
import { type AnswerFault, textOf, withBody } from './fault.ts';
import { takesNoOthers } from './members.ts';

export const envelope: AnswerFault = {
  id: 'E13',
  title: 'body wrapped in an envelope',
  lack: 'no answer declares a body',
  hasPlace: hasBody,
  breakAnswer: (subject) => {
    const [root] = subject.places;
    if (!root) return [];
    const body = JSON.stringify({ data: root.value });
    if (root.types && !root.types.includes('object')) return [withBody(subject, body, '', 'type')];
    return takesNoOthers(root.schema)
      ? [withBody(subject, body, '/data', 'additionalProperties')]
      : [];
  },
};

export const arrayBody: AnswerFault = {
  id: 'E14',
  title: 'body an array',
  lack: 'every body of an answer is an array',
  hasPlace: hasBody,
  breakAnswer: (subject) => {
    const [root] = subject.places;
    if (!root?.types || root.types.includes('array')) return [];
    return [withBody(subject, JSON.stringify([root.value]), '', 'type')];
  },
};

export const truncatedJson: AnswerFault = {
  id: 'E15',
  title: 'truncated JSON',
  lack: 'no answer declares a body',
  hasPlace: hasBody,
  breakAnswer: (subject) => {
    const [root] = subject.places;
    if (typeof root?.value !== 'object' || root.value === null) return [];
    const text = textOf(root.value);
    return [withBody(subject, text.slice(0, text.length / 2), '', 'json')];
  },
};

export const emptyBody: AnswerFault = {
  id: 'E24',
  title: 'empty body',
  lack: 'no answer declares a body',
  hasPlace: hasBody,
  breakAnswer: (subject) =>
    subject.places.length > 0 ? [withBody(subject, '', '', 'required')] : [],
};

export const bodyOfOperationWithoutContent: AnswerFault = {
  id: 'E27',
  title: 'body on an operation without content',
  lack: 'every operation declares content for a success, or for all its statuses',
  hasPlace: (facts) =>
    someAnswer(facts, (answer, { succeedsWithBody }) => !succeedsWithBody && isBare(answer)),
  breakAnswer: (subject) =>
    isBare(subject.declared) && !subject.operation.succeedsWithBody
      ? [withBody(subject, '{}', '', 'body')]
      : [],
};

export const undeclaredBody: AnswerFault = {
  id: 'E28',
  title: 'body where none is declared',
  lack: 'every status of an operation with content declares content',
  hasPlace: (facts) =>
    someAnswer(facts, (answer, { succeedsWithBody }) => succeedsWithBody && isBare(answer)),
  breakAnswer: (subject) =>
    isBare(subject.declared) && subject.operation.succeedsWithBody
      ? [withBody(subject, '{}', '', 'body')]
      : [],
};

function isBare({ mediaType }: { readonly mediaType: string | undefined }): boolean {
  return mediaType === undefined;
}

function hasBody(facts: ContractFacts): boolean {
  return someAnswer(facts, (answer) => !isBare(answer));
}
