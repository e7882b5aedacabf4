import robotsParser from 'robots-parser';

/** The name that a site's rules know us by. */
export const robotName = 'Lectern';

/** More of a robots.txt is not read (RFC 9309). */
export const mostRobotsBytes = 500 * 1024;
/** Rules with stars are tried against every character of an address: a hostile file could make that slow. */
const mostStarredRules = 500;
const longestStarredRule = 200;

/** A site that asks for longer pauses than this is visited with this one. */
const longestDelayMs = 60_000;

/** What a site asks of us. */
export type RobotsRules = {
  allows: (url: string) => boolean;
  /** Pause between two requests; 0 where the site names none. */
  delayMs: number;
  sitemaps: string[];
};

/** Of a site without a robots.txt. */
export const noRules: RobotsRules = { allows: () => true, delayMs: 0, sitemaps: [] };

// The types speak of a default export; the module is the function itself.
const parse = robotsParser as unknown as (
  url: string,
  text: string,
) => ReturnType<typeof robotsParser.default>;

/** The rules of one host, at whose root the file lies. */
export function readRobots(robotsUrl: string, text: string): RobotsRules {
  const robots = parse(robotsUrl, boundRules(text));
  const delay = robots.getCrawlDelay(robotName) ?? 0;
  return {
    allows: (url) => robots.isAllowed(url, robotName) !== false,
    delayMs: Number.isFinite(delay) ? Math.min(Math.max(delay * 1000, 0), longestDelayMs) : 0,
    sitemaps: robots.getSitemaps(),
  };
}

function boundRules(text: string): string {
  let starred = 0;
  // Half a rule forbids more than the whole.
  const whole = text.length > mostRobotsBytes ? text.slice(0, text.lastIndexOf('\n', mostRobotsBytes)) : text;
  return whole
    .split(/\r\n|\r|\n/)
    .filter(
      (line) => !line.includes('*') || (line.length <= longestStarredRule && ++starred <= mostStarredRules),
    )
    .join('\n');
}
