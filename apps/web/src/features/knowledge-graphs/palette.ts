export type Scheme = 'light' | 'dark';

/** Colours that can be distinguished on each background, also without red and green. The last is for what has none of its own. */
const colours: Record<Scheme, readonly string[]> = {
  light: [
    '#20777a',
    '#b4622d',
    '#4b6cb7',
    '#a13d63',
    '#6f7d1f',
    '#7a4fa3',
    '#2f8f5b',
    '#9a6b00',
    '#0b7fab',
    '#84503b',
  ],
  dark: [
    '#6cbabb',
    '#e39a66',
    '#8fa8ea',
    '#e087aa',
    '#b5c25a',
    '#b994e0',
    '#76cf9e',
    '#dcb354',
    '#6cc3e8',
    '#c99a84',
  ],
};
const quiet: Record<Scheme, string> = { light: '#8a8f96', dark: '#7c838c' };

/** The page, and what lines are drawn with on it. */
const page: Record<Scheme, Rgb> = { light: [251, 250, 248], dark: [20, 22, 26] };
const ink: Record<Scheme, Rgb> = { light: [120, 114, 104], dark: [150, 160, 175] };
type Rgb = readonly [number, number, number];

/** Of thousands of lines each is faint. Mixed here, since the drawing adds up what shines through. */
export function lineColour(scheme: Scheme, lines: number): string {
  return mix(scheme, Math.min(0.55, Math.max(0.14, 12 / Math.sqrt(lines + 1))));
}

export function faintLineColour(scheme: Scheme): string {
  return mix(scheme, 0.07);
}

function mix(scheme: Scheme, share: number): string {
  const mixed = page[scheme].map((value, n) => Math.round(value + ((ink[scheme][n] ?? 0) - value) * share));
  return `rgb(${mixed.join(', ')})`;
}

export const strongLineColour: Record<Scheme, string> = { light: '#8f8a80', dark: '#7d8794' };
export const faintColour: Record<Scheme, string> = { light: '#e9e6e0', dark: '#262a31' };
export const labelColour: Record<Scheme, string> = { light: '#1b1f23', dark: '#e7e5e0' };
export const labelGround: Record<Scheme, string> = { light: '#ffffff', dark: '#22262c' };

const usualOrder = ['organization', 'person', 'location', 'event', 'time', 'concept'];

/** A colour for each type: the usual ones always the same, a company's own the ones that are left. */
export function colourTypes(types: readonly string[], scheme: Scheme): Map<string, string> {
  const own = types.filter((type) => !usualOrder.includes(type) && type !== 'other');
  const order = [...usualOrder, ...own];
  return new Map(
    types.map((type) => [
      type,
      type === 'other'
        ? quiet[scheme]
        : (colours[scheme][order.indexOf(type) % colours[scheme].length] as string),
    ]),
  );
}

/** The largest communities have a colour each; the small ones share the quiet one. */
export function colourCommunity(number: number | null, scheme: Scheme): string {
  return number === null ? quiet[scheme] : (colours[scheme][number] ?? quiet[scheme]);
}

export const colouredCommunities = colours.light.length;
