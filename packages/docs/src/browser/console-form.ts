/** The fields of the console, and the form for the properties of a body. */
import { isObject, jsonOf, textOf } from '@agent-conversation/contract';
import type { ConsoleField } from '../pages/console-data.ts';
import { isRewritten } from './console-response.ts';
import { element } from './dom.ts';

export type Control =
  HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const ids = new Map<string, number>();

/** Returns an id that no other element of the consoles has: parameters and properties can have the same name. */
export function uniqueId(id: string): string {
  const count = (ids.get(id) ?? 0) + 1;
  ids.set(id, count);
  return count === 1 ? id : `${id}-${count}`;
}

/** Returns a control with a label and the type of its values above it, and help below it. */
export function labelled(
  name: string,
  control: Control,
  help: string,
  type = '',
): HTMLElement {
  const id = uniqueId(`field-${name.replaceAll(' ', '-')}`);
  control.id = id;
  control.setAttribute('aria-describedby', `${id}-type ${id}-help`);
  return element(
    'div',
    { class: 'field' },
    element('label', { for: id }, name),
    element('span', { id: `${id}-type`, class: 'quiet' }, type),
    control,
    element('p', { id: `${id}-help`, class: 'quiet' }, help),
  );
}

/** Returns an input of one line. */
export function input(type: string, value = ''): HTMLInputElement {
  return element('input', {
    type,
    value,
    autocomplete: 'off',
    spellcheck: 'false',
  });
}

/** Returns a text of several lines. */
export function textarea(rows: string): HTMLTextAreaElement {
  return element('textarea', { rows, spellcheck: 'false' });
}

/** A property with its control, and what shows both. */
interface Row extends ConsoleField {
  readonly control: Control;
  readonly container: HTMLElement;
}

/** Returns an editor of a body: its JSON, which is what is sent, and a form if it has properties. */
export function bodyEditor(
  properties: readonly ConsoleField[],
  json: Control,
): HTMLElement {
  const rows = properties.map(rowOf);
  const unset = element('details', element('summary', 'More properties'));
  const form = element(
    'fieldset',
    { class: 'form', 'aria-label': 'Body as a form' },
    unset,
  );
  const asForm = radio('Form');
  const asJson = radio('JSON');
  asForm.checked = true;
  json.ariaLabel = 'Body as JSON';
  const editor = element('fieldset', element('legend', 'Body'));
  if (rows.length > 0) editor.append(choice(asForm), choice(asJson), form);
  editor.append(json);

  editor.addEventListener('input', ({ target }) => {
    const row = rows.find(({ control }) => control === target);
    if (row) writeProperty(row);
    // Also when the view changes: what is not JSON in a field is forgotten then.
    else readProperties();
  });
  // A browser cannot show what is wrong with a control that is folded.
  const unfold = () => {
    unset.open = true;
  };
  form.addEventListener('invalid', unfold, { capture: true });
  return editor;

  /** Returns the properties of the JSON; undefined if it is not an object, or if a form would change what it says. */
  function bodyOf() {
    const text = json.value.trim();
    if (isRewritten(text)) return undefined;
    const body = text === '' ? {} : jsonOf(text);
    return isObject(body) ? body : undefined;
  }

  function readProperties(): void {
    const body = bodyOf();
    asForm.disabled = body === undefined;
    asJson.checked ||= asForm.disabled;
    for (const { name, isText, control } of rows) {
      const value = body?.[name];
      const text = isText
        ? textOf(value ?? '')
        : JSON.stringify(value, null, 2);
      control.value = text ?? '';
      control.setCustomValidity('');
    }
    foldUnset();
  }

  /** Folds the properties that are not set. */
  function foldUnset(): void {
    for (const { required, control, container } of rows) {
      const isShown = required || control.value !== '';
      (isShown ? form : unset).append(container);
    }
    form.append(unset);
    unset.hidden = unset.children.length === 1;
    unset.open ||= form.children.length === 1;
  }

  function writeProperty({ name, isText, control }: Row): void {
    const text = control.value;
    const value = isText ? text || undefined : jsonOf(text);
    const isBroken = !isText && text !== '' && value === undefined;
    control.setCustomValidity(isBroken ? 'Enter JSON.' : '');
    if (isBroken) return;
    // A property that is undefined is left out.
    json.value = JSON.stringify({ ...bodyOf(), [name]: value }, null, 2);
  }
}

function radio(value: string): HTMLInputElement {
  return element('input', { type: 'radio', name: 'view', value });
}

function choice(control: HTMLInputElement): HTMLElement {
  return element('label', control, control.value);
}

function rowOf(field: ConsoleField): Row {
  const control = controlOf(field);
  const container = labelled(
    field.name,
    control,
    field.description,
    field.typeText,
  );
  return { ...field, control, container };
}

/** Texts may have several lines. */
function controlOf({
  type,
  values,
  isText,
  placeholder,
}: ConsoleField): Control {
  if (values.length > 0) {
    const none = element('option', { value: '' }, 'not sent');
    const options = values.map((value) =>
      element('option', { value: JSON.stringify(value) }, String(value)),
    );
    return element('select', none, ...options);
  }
  const isNumber = type === 'integer' || type === 'number';
  const lines = isText ? '1' : '3';
  const control = isNumber ? input('number') : textarea(lines);
  control.placeholder = placeholder;
  return control;
}
