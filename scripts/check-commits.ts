import { execFileSync } from 'node:child_process';

/** Enough for what one change brings, few enough that history written before the rule does not matter. */
const CHECKED = 10;
const LONGEST_SUBJECT = 100;

const SUBJECT =
  /^(feat|fix|refactor|perf|test|docs|build|ci|chore|style|revert)(\([a-z0-9-]+\))?!?: (?<text>[a-z0-9`"'].*[^.])$/;

export type Commit = { hash: string; subject: string; body: string };

/**
 * What is wrong with the message of a commit.
 *
 * @returns one sentence per fault
 */
export function checkCommit({ hash, subject, body }: Commit): string[] {
  const faults = [];
  if (!SUBJECT.test(subject))
    faults.push(
      `${hash} “${subject}”: write “type(scope): what it does”, in the imperative and lower case, without a full stop.`,
    );
  if (subject.length > LONGEST_SUBJECT)
    faults.push(`${hash} has a subject of ${subject.length} characters; ${LONGEST_SUBJECT} is the most.`);
  if (!body.trim()) faults.push(`${hash} “${subject}” has no body: say why.`);
  return faults;
}

function readCommits(): Commit[] {
  const format = ['%h', '%s', '%b'].join('%x1f');
  const output = execFileSync('git', ['log', '--no-merges', `-${CHECKED}`, `--format=${format}%x1e`], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return output
    .split('\x1e')
    .filter((entry) => entry.trim())
    .map((entry) => {
      const [hash = '', subject = '', body = ''] = entry.trim().split('\x1f');
      return { hash, subject, body };
    });
}

if (import.meta.main) {
  let commits: Commit[] = [];
  try {
    commits = readCommits();
  } catch {
    console.log('No git history here: no commit messages to check.');
  }
  const faults = commits.flatMap(checkCommit);
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}
