// One file for what everyone reads in the first minute: signing in, the home screen and the chat.
export { account } from './account.ts';
export { chat } from './chat.ts';
export { login } from './login.ts';
export { shell } from './shell.ts';
