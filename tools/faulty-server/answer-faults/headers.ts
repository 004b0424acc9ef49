import type { Header } from '../contract/contract.ts';
import { type ContractFacts, someAnswer } from './facts.ts';
import { type AnswerFault, type BrokenAnswer, type Subject, withHeader } from './fault.ts';

export const wrongMediaType: AnswerFault = {
  id: 'E3',
  title: 'wrong media type',
  lack: 'no answer declares a media type',
  hasPlace: hasMediaType,
  breakAnswer: (subject) =>
    subject.declared.mediaType === undefined
      ? []
      : [withHeader(subject, 'Content-Type', 'text/plain', 'media-type')],
};

export const missingMediaType: AnswerFault = {
  id: 'E4',
  title: 'missing media type',
  lack: 'no answer declares a media type',
  hasPlace: hasMediaType,
  breakAnswer: (subject) =>
    subject.declared.mediaType === undefined
      ? []
      : [withHeader(subject, 'Content-Type', undefined, 'media-type')],
};

export const missingHeader: AnswerFault = {
  id: 'E21',
  title: 'declared header missing',
  lack: 'no answer declares a header that is required',
  hasPlace: hasHeader(isRequired),
  breakAnswer: (subject) => eachHeader(subject, isRequired, undefined, 'required'),
};

export const badHeaderFormat: AnswerFault = {
  id: 'E22',
  title: 'header of a bad format',
  lack: 'no answer declares a header with a format',
  hasPlace: hasHeader(hasFormat),
  breakAnswer: (subject) => eachHeader(subject, hasFormat, 'wrong', 'format'),
};

export const badHeaderType: AnswerFault = {
  id: 'E23',
  title: 'header of a bad type',
  lack: 'no answer declares a header that is a number or a boolean',
  hasPlace: hasHeader(isNoText),
  breakAnswer: (subject) => eachHeader(subject, isNoText, 'wrong', 'type'),
};

function hasMediaType(facts: ContractFacts): boolean {
  return someAnswer(facts, ({ mediaType }) => mediaType !== undefined);
}

function hasHeader(isMeant: (header: Header) => boolean) {
  return (facts: ContractFacts): boolean =>
    someAnswer(facts, ({ headers }) => [...headers.values()].some(isMeant));
}

function eachHeader(
  subject: Subject,
  isMeant: (header: Header) => boolean,
  text: string | undefined,
  keyword: string,
): readonly BrokenAnswer[] {
  return [...subject.declared.headers]
    .filter(([name, header]) => isMeant(header) && subject.answer.headers.has(name))
    .map(([name]) => withHeader(subject, name, text, keyword));
}

function isRequired({ required }: Header): boolean {
  return required === true;
}

function hasFormat({ schema }: Header): boolean {
  return schema?.format !== undefined && schema.format !== 'password';
}

function isNoText({ schema }: Header): boolean {
  return ['integer', 'number', 'boolean'].some((type) => schema?.type === type);
}
