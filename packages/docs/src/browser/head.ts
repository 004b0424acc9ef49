// Stands inline in every page, so that nothing jumps or flashes after the first paint.
import { applyLanguage } from './language.ts';
import { html } from './dom.ts';
import { applyTheme } from './theme.ts';

html.classList.add('js');
applyTheme();
applyLanguage();
