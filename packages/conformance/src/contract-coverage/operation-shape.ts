import { type MediaType, type Operation, type Parameter, resolve } from '../contract.ts';
import { bodyShape, type Shape } from './body-shape.ts';
import { below, follow, type Place } from './place.ts';

/** An operation with its places, as points are made of it and exchanges are held against it. */
export interface OperationShape {
  readonly operation: Operation;
  readonly parameters: readonly Place<Parameter>[];
  readonly request: RequestShape | undefined;
  readonly answers: readonly AnswerShape[];
}

/** The bodies of requests. */
export interface RequestShape {
  readonly isRequired: boolean;
  readonly contract: string;
  readonly contents: readonly Content[];
}

/** The bodies of answers with a status. */
export interface AnswerShape {
  readonly status: string;
  readonly contract: string;
  readonly contents: readonly Content[];
}

/** A body of a media type. */
export interface Content {
  readonly mediaType: string;
  readonly contract: string;
  readonly shape: Shape;
  readonly examples: readonly Example[];
}

/** A named example. */
export interface Example {
  readonly name: string;
  readonly value: unknown;
  readonly contract: string;
}

/** The shape of an operation. */
export function operationShape(operation: Operation): OperationShape {
  const { path, method, parameters = [], requestBody, responses } = operation;
  const root = below('#', 'paths', path, method);
  return {
    operation,
    parameters: parameters.map((part, at) =>
      follow<Parameter>({ part, pointer: below(root, 'parameters', `${at}`) }),
    ),
    request: requestBody && {
      isRequired: requestBody.required ?? false,
      contract: below(root, 'requestBody'),
      contents: contentsOf(requestBody.content, below(root, 'requestBody')),
    },
    answers: Object.entries(responses).map(([status, part]) => {
      const response = follow({ part, pointer: below(root, 'responses', status) });
      return {
        status,
        contract: response.pointer,
        contents: contentsOf(response.part.content, response.pointer),
      };
    }),
  };
}

function contentsOf(content: Readonly<Record<string, MediaType>>, pointer: string): Content[] {
  return Object.entries(content).map(([mediaType, { schema, examples = {} }]) => {
    const place = below(pointer, 'content', mediaType);
    return {
      mediaType,
      contract: place,
      shape: bodyShape({ part: schema, pointer: below(place, 'schema') }),
      examples: Object.entries(examples).map(([name, part]) => ({
        name,
        value: resolve(part).value,
        contract: follow({ part, pointer: below(place, 'examples', name) }).pointer,
      })),
    };
  });
}
