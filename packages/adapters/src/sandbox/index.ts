export { createSandbox, SandboxError } from './sandbox.ts';
