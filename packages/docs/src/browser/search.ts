// Runs when the search is used for the first time.
import { type Find, prepareSearch } from '../search/find.ts';
import { loadScript } from './dom.ts';
import { shared } from './globals.ts';
import { SearchDialog } from './search-dialog.ts';

const dialog = new SearchDialog();
let loading: Promise<Find> | undefined;

shared.openSearch = (typed) => {
  dialog.open(typed);
  void load();
};
void load();

/** Loads the index; after a failure the next opening of the dialog tries again. */
async function load(): Promise<void> {
  loading ??= prepare();
  try {
    dialog.use(await loading);
  } catch {
    loading = undefined;
    dialog.say('The search index could not be loaded. Close the search and open it to try again.');
  }
}

async function prepare(): Promise<Find> {
  if (!shared.searchEntries) await loadScript('scripts/search-index.js');
  return prepareSearch(shared.searchEntries ?? []);
}
