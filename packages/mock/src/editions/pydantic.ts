/** Reads requests as the service does: with the rules, the defaults and the error details of Pydantic and FastAPI. */
import { isList, isObject, resolve } from '@agent-conversation/contract';
import { isUuid } from '../state/ids.ts';

/** What is wrong at a location of a request, as a 422 of the service says it. */
export interface Detail {
  readonly type: string;
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly input: unknown;
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A schema of the contract, or of an edition: JSON Schema, with what only programs can say. */
export interface Model {
  readonly $ref?: string;
  readonly title?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Model>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | Model;
  readonly items?: Model;
  readonly anyOf?: readonly Model[];
  readonly oneOf?: readonly Model[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  /** The values of a `Literal`, which has details of its own. */
  readonly literal?: readonly string[];
  readonly format?: string;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly maximum?: number;
  readonly default?: unknown;
  /** Converts a value before it is read. Throws a {@link ValueProblem}, or what the service fails with. */
  readonly before?: (value: unknown) => unknown;
  /** Returns what is wrong with a value that was read. */
  readonly after?: (value: never) => string | undefined;
}

/** What is wrong with a value, in words. */
export class ValueProblem {
  readonly message: string;
  /** What is shown as the input, if it is not the value. */
  readonly input: unknown;

  constructor(message: string, input?: unknown) {
    this.message = message;
    this.input = input;
  }
}

interface Settings {
  /** The document that references point into. */
  readonly root?: unknown;
  /** Whether values of other types are converted where they can be, such as `'2'` to 2. */
  readonly isLax: boolean;
}

type Location = readonly (string | number)[];

/** What was read, and what is wrong with it. */
export interface Reading {
  readonly value: unknown;
  readonly details: readonly Detail[];
}

/** Reads a value by a model; the value has the defaults of what is absent. */
export function read(
  model: Model,
  value: unknown,
  loc: Location,
  settings: Settings,
): Reading {
  const reader = new Reader(settings, loc);
  const result = reader.read(model, value);
  return { value: result, details: reader.details };
}

/** The names of branches in the errors of a union. */
const scalarTags: Readonly<Record<string, string>> = {
  string: 'str',
  integer: 'int',
  number: 'float',
  boolean: 'bool',
  array: 'list',
  object: 'dict',
};

const truthy = new Set(['1', 'true', 't', 'yes', 'y', 'on']);
const falsy = new Set(['0', 'false', 'f', 'no', 'n', 'off']);

/** How many details of a list are enough. */
const mostDetails = 100;

/** The models that references lead to, because to follow one takes longer than to read a value. */
const referenced = new WeakMap<Model, Model>();

class Reader {
  readonly details: Detail[] = [];
  readonly #settings: Settings;
  /** Where the value is that is being read. */
  readonly #location: (string | number)[];

  constructor(settings: Settings, loc: Location) {
    this.#settings = settings;
    this.#location = [...loc];
  }

  read(given: Model, sent: unknown): unknown {
    const model = this.#resolved(given);
    if (!model.before && !model.after) return this.#readType(model, sent);
    let value = sent;
    try {
      if (model.before) value = model.before(sent);
    } catch (error) {
      if (!(error instanceof ValueProblem)) throw error;
      return this.#valueProblem(error.message, error.input ?? sent);
    }
    const known = this.details.length;
    const result = this.#readType(model, value);
    if (this.details.length > known || result === null) return result;
    const problem = model.after?.(result as never);
    return problem === undefined ? result : this.#valueProblem(problem, sent);
  }

  /** Reads what is at a step from the value. */
  #readAt(step: string | number, model: Model, value: unknown): unknown {
    this.#location.push(step);
    const result = this.read(model, value);
    this.#location.pop();
    return result;
  }

  /** Returns a model without its references; a referenced one has the name of its component. */
  #resolved(model: Model): Model {
    if (model.$ref === undefined) return model;
    const known = referenced.get(model);
    if (known) return known;
    const target = resolve(this.#settings.root, model).value as Model;
    const named = { title: model.$ref.split('/').at(-1)!, ...target };
    referenced.set(model, named);
    return named;
  }

  #readType(model: Model, value: unknown): unknown {
    const branches = model.anyOf ?? model.oneOf;
    if (branches) return this.#readUnion(branches, value);
    if (isList(model.type)) {
      const each = model.type.map((type) => ({ ...model, type }));
      return this.#readUnion(each, value);
    }
    if (model.const !== undefined)
      return this.#readChoice('literal_error', [model.const], value);
    if (model.literal)
      return this.#readChoice('literal_error', model.literal, value);
    if (model.enum) return this.#readChoice('enum', model.enum, value);
    switch (model.type) {
      case 'string':
        return model.format === 'uuid'
          ? this.#readUuid(value)
          : this.#readText(value);
      case 'integer':
        return this.#readInteger(model, value);
      case 'boolean':
        return this.#readBoolean(value);
      case 'array':
        return this.#readList(model, value);
      case 'object':
        return model.properties
          ? this.#readObject(model, value)
          : this.#readMap(model, value);
      default:
        return value;
    }
  }

  #report(
    type: string,
    msg: string,
    input: unknown,
    ctx?: Detail['ctx'],
  ): undefined {
    const loc = [...this.#location];
    this.details.push({ type, loc, msg, input, ...(ctx && { ctx }) });
  }

  /** Reports what is wrong at a step from the value. */
  #reportAt(step: string, type: string, msg: string, input: unknown): void {
    this.#location.push(step);
    this.#report(type, msg, input);
    this.#location.pop();
  }

  #valueProblem(message: string, input: unknown): undefined {
    this.#report('value_error', `Value error, ${message}`, input, {
      error: {},
    });
  }

  #readText(value: unknown): unknown {
    if (typeof value === 'string') return value;
    return this.#report('string_type', 'Input should be a valid string', value);
  }

  #readUuid(value: unknown): unknown {
    if (typeof value !== 'string') {
      const msg = 'UUID input should be a string, bytes or UUID object';
      return this.#report('uuid_type', msg, value);
    }
    // Braces are for the form with hyphens only.
    const digits = value
      .replace(/^urn:uuid:/, '')
      .replace(/^\{(.*-.*)\}$/, '$1');
    if (isUuid(digits)) return digits;
    const error = uuidProblem(value);
    return this.#report(
      'uuid_parsing',
      `Input should be a valid UUID, ${error}`,
      value,
      { error },
    );
  }

  #readInteger(model: Model, value: unknown): unknown {
    const number = this.#integerOf(value);
    if (number === undefined) return undefined;
    const { exclusiveMinimum: gt, minimum: ge, maximum: le } = model;
    if (gt !== undefined && number <= gt) {
      return this.#report(
        'greater_than',
        `Input should be greater than ${gt}`,
        value,
        { gt },
      );
    }
    if (ge !== undefined && number < ge) {
      const msg = `Input should be greater than or equal to ${ge}`;
      return this.#report('greater_than_equal', msg, value, { ge });
    }
    if (le !== undefined && number > le) {
      const msg = `Input should be less than or equal to ${le}`;
      return this.#report('less_than_equal', msg, value, { le });
    }
    return number;
  }

  #integerOf(value: unknown): number | undefined {
    const { isLax } = this.#settings;
    const invalid = 'Input should be a valid integer';
    const tooLarge =
      'Unable to parse input string as an integer, exceeded maximum size';
    if (typeof value === 'number') {
      // JavaScript writes them with an exponent, which makes them floats, too large for an integer.
      if (Math.abs(value) >= 1e21)
        return this.#report('int_parsing_size', tooLarge, value);
      if (Number.isInteger(value)) return value;
      return this.#report(
        'int_from_float',
        `${invalid}, got a number with a fractional part`,
        value,
      );
    }
    if (isLax && typeof value === 'boolean') return Number(value);
    if (isLax && typeof value === 'string') {
      const text = value.trim();
      if (/^[+-]?\d+(_\d+)*(\.0+)?$/.test(text)) {
        const number = Number(text.replaceAll('_', ''));
        // Python reads up to 4,300 digits, JavaScript some 300.
        return Number.isFinite(number)
          ? number
          : this.#report('int_parsing_size', tooLarge, value);
      }
      return this.#report(
        'int_parsing',
        `${invalid}, unable to parse string as an integer`,
        value,
      );
    }
    return this.#report('int_type', invalid, value);
  }

  #readBoolean(value: unknown): unknown {
    const { isLax } = this.#settings;
    const invalid = 'Input should be a valid boolean';
    if (typeof value === 'boolean') return value;
    const isParsed = typeof value === 'string' || Number.isInteger(value);
    if (!isLax || !isParsed) return this.#report('bool_type', invalid, value);
    const text = String(value).toLowerCase();
    if (truthy.has(text)) return true;
    if (falsy.has(text)) return false;
    return this.#report(
      'bool_parsing',
      `${invalid}, unable to interpret input`,
      value,
    );
  }

  #readChoice(
    type: string,
    choices: readonly unknown[],
    value: unknown,
  ): unknown {
    if (choices.includes(value)) return value;
    const expected = listed(choices.map((choice) => `'${String(choice)}'`));
    return this.#report(type, `Input should be ${expected}`, value, {
      expected,
    });
  }

  #readList(model: Model, value: unknown): unknown {
    if (!isList(value))
      return this.#report('list_type', 'Input should be a valid list', value);
    const { items = {} } = model;
    const known = this.details.length;
    const result: unknown[] = [];
    for (const [index, item] of value.entries()) {
      // It is rejected, whatever follows.
      if (this.details.length - known >= mostDetails) break;
      result.push(this.#readAt(index, items, item));
    }
    return result;
  }

  #readMap(model: Model, value: unknown): unknown {
    if (!isObject(value)) {
      return this.#report(
        'dict_type',
        'Input should be a valid dictionary',
        value,
      );
    }
    const { additionalProperties: values } = model;
    if (typeof values !== 'object') return value;
    const entries = Object.entries(value).map(([name, item]) => [
      name,
      this.#readAt(name, values, item),
    ]);
    return Object.fromEntries(entries) as unknown;
  }

  #readObject(model: Model, value: unknown): unknown {
    if (!isObject(value)) {
      const msg =
        'Input should be a valid dictionary or object to extract fields from';
      return this.#report('model_attributes_type', msg, value);
    }
    const { properties = {}, required = [] } = model;
    const result: Record<string, unknown> = {};
    for (const name of Object.keys(properties)) {
      const property = properties[name]!;
      if (Object.hasOwn(value, name)) {
        result[name] = this.#readAt(name, property, value[name]);
      } else if (required.includes(name)) {
        this.#reportAt(name, 'missing', 'Field required', value);
      } else if (property.default !== undefined) {
        result[name] = copyOf(property.default);
      }
    }
    if (model.additionalProperties === false)
      this.#forbidExtras(properties, value);
    return result;
  }

  #forbidExtras(
    properties: Readonly<Record<string, Model>>,
    value: Readonly<Record<string, unknown>>,
  ): void {
    for (const name of Object.keys(value)) {
      if (Object.hasOwn(properties, name)) continue;
      const msg = 'Extra inputs are not permitted';
      this.#reportAt(name, 'extra_forbidden', msg, value[name]);
    }
  }

  /** Null is no branch of its own: where it is allowed, errors are those of the others. */
  #readUnion(branches: readonly Model[], value: unknown): unknown {
    const others = branches.filter((it) => it.type !== 'null');
    if (value === null && others.length < branches.length) return null;
    if (others.length === 1) return this.read(others[0]!, value);
    const before = this.details.length;
    for (const branch of others) {
      const known = this.details.length;
      const result = this.#readAt(this.#tagOf(branch), branch, value);
      if (this.details.length > known) continue;
      // What is wrong in the branches before does not matter.
      this.details.length = before;
      return result;
    }
    return undefined;
  }

  #tagOf(branch: Model): string {
    const { title, type } = this.#resolved(branch);
    return title ?? scalarTags[String(type)] ?? 'any';
  }
}

/** Returns a default that can be changed. */
function copyOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null
    ? structuredClone(value)
    : value;
}

/** Returns alternatives as a sentence has them. */
function listed(alternatives: readonly string[]): string {
  const last = alternatives.at(-1)!;
  if (alternatives.length === 1) return last;
  return `${alternatives.slice(0, -1).join(', ')} or ${last}`;
}

/** Returns why a text is no UUID, in the words of the service's parser. */
function uuidProblem(text: string): string {
  const prefix = 'an optional prefix of `urn:uuid:` followed by [0-9a-fA-F-]';
  const index = text.search(/[^0-9a-f-]/i);
  const isBraced = /^\{.*\}$/.test(text);
  if (index >= 0 && !isBraced) {
    return `invalid character: expected ${prefix}, found \`${text[index]!}\` at ${index + 1}`;
  }
  const groups = text.split('-').length;
  if (groups === 1 && !isBraced) {
    return `invalid length: expected length 32 for simple format, found ${text.length}`;
  }
  if (groups !== 5) return `invalid group count: expected 5, found ${groups}`;
  return 'invalid group length';
}
