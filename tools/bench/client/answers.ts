import contract from '@agent-conversation/openapi/openapi.json' with { type: 'json' };

const { PauseBegun, SandboxesFirstPage } = contract.components.examples;

/** What every service answers here: the examples of the contract. */
export const pauseAnswer: string = JSON.stringify(PauseBegun.value);
export const searchAnswer: string = JSON.stringify(SandboxesFirstPage.value);

/** What a program must have read in the answers. */
export const success: boolean = PauseBegun.value.success;
export const sandboxCount: number = SandboxesFirstPage.value.items.length;
