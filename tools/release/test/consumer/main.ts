/** Uses the packages of a release in a project of their own. */
import { createClient, isNotFoundError } from '@agent-conversation/client';
import { sandboxStatusValues, type Sandbox } from '@agent-conversation/types';
import { startSandbox } from '@agent-conversation/validators';

const [baseUrl = ''] = process.argv.slice(2);
const client = createClient({ baseUrl, apiKey: 'any' });

const started: Sandbox = await client.sandboxes.start();
const response = startSandbox.validateResponse({
  status: 200,
  contentType: 'application/json',
  body: started,
});
const isKnown = sandboxStatusValues.some((status) => status === started.status);

async function isUnknown(id: string): Promise<boolean> {
  try {
    await client.sandboxes.pause(id);
    return false;
  } catch (error) {
    return isNotFoundError(error);
  }
}

const result = {
  valid: response.valid,
  isKnown,
  isUnknown: await isUnknown('sbx-unknown'),
};
console.log(JSON.stringify(result));
