// Runs on every page, after it is parsed.
import { startCopy } from './copy.ts';
import { startDeepLinks } from './deep-links.ts';
import { startLanguage } from './language.ts';
import { startMenu } from './menu.ts';
import { startRunButtons } from './run-button.ts';
import { startSearchButton } from './search-button.ts';
import { startTheme } from './theme.ts';

startTheme();
startLanguage();
startCopy();
startMenu();
startSearchButton();
startRunButtons();
startDeepLinks();
