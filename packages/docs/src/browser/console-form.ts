/** The fields of the console, and the form for the properties of a body. */
import { isObject, jsonOf, textOf } from '@agent-conversation/contract';
import type { ConsoleField } from '../pages/console-data.ts';
import { element } from './dom.ts';

export type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Returns a control with a label above it and help below it. */
export function labelled(name: string, control: Control, help: string): HTMLElement {
  control.id = `field-${name.replaceAll(' ', '-')}`;
  control.setAttribute('aria-describedby', `${control.id}-help`);
  const label = element('label', { for: control.id }, name);
  const text = element('p', { id: `${control.id}-help`, class: 'quiet' }, help);
  return element('div', { class: 'field' }, label, control, text);
}

/** Returns an input of one line. */
export function input(type: string, value = ''): HTMLInputElement {
  return element('input', { type, value, autocomplete: 'off', spellcheck: 'false' });
}

/** Returns a text of several lines. */
export function textarea(rows: string): HTMLTextAreaElement {
  return element('textarea', { rows, spellcheck: 'false' });
}

/** Returns an editor of a body: its JSON, which is what is sent, and a form if it has properties. */
export function bodyEditor(properties: readonly ConsoleField[], json: Control): HTMLElement {
  const rows = properties.map((property) => ({ ...property, control: controlOf(property) }));
  const form = element('fieldset', { class: 'form', 'aria-label': 'Body as a form' });
  for (const { name, control, description } of rows)
    form.append(labelled(name, control, description));
  const editor = element('fieldset', {}, element('legend', {}, 'Body'));
  json.ariaLabel = 'Body as JSON';
  const [asForm, asJson] = [radio('Form'), radio('JSON')];
  asForm.checked = true;
  if (rows.length > 0) editor.append(choice(asForm), choice(asJson), form);
  editor.append(json);
  editor.addEventListener('input', ({ target }) => {
    const row = rows.find(({ control }) => control === target);
    if (row) writeProperty(row);
    // Also when the view changes: what is not JSON in a field is forgotten then.
    else readProperties();
  });
  return editor;

  /** Returns the properties of the JSON; undefined if it is not an object. */
  function bodyOf() {
    const body = json.value.trim() === '' ? {} : jsonOf(json.value);
    return isObject(body) ? body : undefined;
  }

  function readProperties(): void {
    const body = bodyOf();
    asForm.disabled = body === undefined;
    asJson.checked ||= asForm.disabled;
    for (const { name, isText, control } of rows) {
      const value = body?.[name];
      control.value = isText ? textOf(value ?? '') : (JSON.stringify(value, null, 2) ?? '');
      control.setCustomValidity('');
    }
  }

  function writeProperty({ name, isText, control }: (typeof rows)[number]): void {
    const text = control.value;
    const value = isText ? text || undefined : jsonOf(text);
    const isBroken = !isText && text !== '' && value === undefined;
    control.setCustomValidity(isBroken ? 'Enter JSON.' : '');
    // A property that is undefined is left out.
    if (!isBroken) json.value = JSON.stringify({ ...bodyOf(), [name]: value }, null, 2);
  }
}

function radio(value: string): HTMLInputElement {
  return element('input', { type: 'radio', name: 'view', value });
}

function choice(control: HTMLInputElement): HTMLElement {
  return element('label', {}, control, control.value);
}

/** Texts may have several lines. */
function controlOf({ type, values, isText, placeholder }: ConsoleField): Control {
  const options = values.map((value) => {
    return element('option', { value: JSON.stringify(value) }, String(value));
  });
  const none = element('option', { value: '' }, 'not sent');
  if (options.length > 0) return element('select', {}, none, ...options);
  const isNumber = type === 'integer' || type === 'number';
  const control = isNumber ? input('number') : textarea(isText ? '1' : '3');
  control.placeholder = placeholder;
  return control;
}
