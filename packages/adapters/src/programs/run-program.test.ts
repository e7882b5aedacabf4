import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram } from './run-program.ts';

const node = process.execPath;
const script = (code: string) => ({ program: node, args: ['-e', code], timeLimitMs: 60_000 });

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0);
  } catch {
    return false;
  }
}

describe('runProgram', () => {
  it('hands over the input and gives back what the program wrote', async () => {
    const bytes = Buffer.alloc(3_000_000, 'x');
    const echo = await runProgram({ ...script('process.stdin.pipe(process.stdout)'), input: bytes });
    expect(echo.stdout.equals(bytes)).toBe(true);
    const failed = await runProgram(script('console.error("no such page"); process.exit(3)'));
    expect(failed).toMatchObject({ exitCode: 3, timedOut: false });
    expect(failed.stderr).toContain('no such page');
  });

  it('shows the program no secret', async () => {
    process.env.LECTERN_SECRET_KEY = 'not to be seen';
    const { stdout } = await runProgram({
      ...script('console.log(Object.keys(process.env).join())'),
      environment: { OMP_THREAD_LIMIT: '1' },
    });
    delete process.env.LECTERN_SECRET_KEY;
    expect(stdout.toString()).toContain('OMP_THREAD_LIMIT');
    expect(stdout.toString()).not.toContain('LECTERN_');
  });

  it('says that a program is not there', async () => {
    await expect(runProgram({ ...script(''), program: 'no-such-program' })).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('ends a program that takes too long or writes without end', async () => {
    const late = await runProgram({ ...script('setInterval(() => {}, 1000)'), timeLimitMs: 300 });
    expect(late).toMatchObject({ timedOut: true, exitCode: null });
    const busy = await runProgram({ ...script('for (;;);'), processorSeconds: 1 });
    expect(busy.timedOut).toBe(true);
    const loud = await runProgram({
      program: 'yes',
      args: [],
      timeLimitMs: 60_000,
      longestOutput: 1_000_000,
    });
    expect(loud.stdout.length).toBeLessThanOrEqual(1_000_000);
  });

  it('waits for nobody who has left the program with its output in hand', async () => {
    // A child in a session of its own, which no signal to the group reaches: it would hold the run for an hour.
    const leave =
      'const { spawn } = require("node:child_process");' +
      'const child = spawn(process.execPath, ["-e", "setTimeout(() => {}, 3600000)"], { detached: true, stdio: "inherit" });' +
      'console.log(child.pid); child.unref();';
    const { stdout, timedOut } = await runProgram({ ...script(leave), timeLimitMs: 5_000 });
    const left = Number(stdout.toString());
    expect([timedOut, isAlive(left)]).toEqual([true, true]);
    process.kill(left, 'SIGKILL');
  });

  it('ends the program when it is called off', async () => {
    const controller = new AbortController();
    const run = runProgram({ ...script('setInterval(() => {}, 1000)'), signal: controller.signal });
    setTimeout(() => controller.abort(new Error('called off')), 200);
    await expect(run).rejects.toThrow('called off');
  });

  it('leaves no program behind when this process is killed', async () => {
    const module = join(import.meta.dirname, 'run-program.ts');
    const child = 'console.error(process.pid); for (;;);';
    const parent = spawn(node, [
      '--input-type=module',
      '-e',
      `import { runProgram } from ${JSON.stringify(module)};
       import { writeFileSync } from 'node:fs';
       const code = ${JSON.stringify(child.replace('console.error(process.pid)', "require('fs').writeFileSync(process.argv[1], String(process.pid))"))};
       const file = process.argv[1];
       setInterval(() => { try { console.log(process.getBuiltinModule('fs').readFileSync(file, 'utf8')); } catch {} }, 50);
       await runProgram({ program: ${JSON.stringify(node)}, args: ['-e', code, file], timeLimitMs: 60_000 });`,
      `/tmp/run-program-${process.pid}`,
    ]);
    const [output] = (await once(parent.stdout, 'data')) as [Buffer];
    const processId = Number.parseInt(output.toString(), 10);
    expect(isAlive(processId)).toBe(true);
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(processId), { timeout: 10_000 }).toBe(false);
  });
});
