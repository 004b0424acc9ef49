const url = 'http://127.0.0.1:4010/api/settings';

const response = await fetch(url, {
  headers: { 'X-Session-API-Key': 'any' },
});
if (!response.ok) {
  throw new Error(`${response.status} ${await response.text()}`);
}

const settings = await response.json();
console.log(settings.language, settings.llm_model);
