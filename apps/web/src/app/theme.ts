import {
  ActionIcon,
  Alert,
  Anchor,
  Badge,
  Button,
  Card,
  type CSSVariablesResolver,
  createTheme,
  Input,
  InputWrapper,
  type MantineColorsTuple,
  Menu,
  Modal,
  NavLink,
  Paper,
  SegmentedControl,
  Skeleton,
  Table,
  Tabs,
  Tooltip,
} from '@mantine/core';

/** The one accent, used sparingly: what is active, and the main action of a screen. */
const teal: MantineColorsTuple = [
  '#edf5f5',
  '#d7e9e9',
  '#b0d3d3',
  '#82babb',
  '#58a2a4',
  '#378b8e',
  '#20777a',
  '#0f6266',
  '#0a4e52',
  '#063b3e',
];

const stone: MantineColorsTuple = [
  '#f8f7f4',
  '#f1efeb',
  '#e6e3dd',
  '#d7d3cb',
  '#bfbab1',
  '#98938a',
  '#726e67',
  '#55524d',
  '#393734',
  '#21201e',
];

const night: MantineColorsTuple = [
  '#e7e5e0',
  '#cccbc7',
  '#a4a8ac',
  '#7c828a',
  '#3b414a',
  '#2e333b',
  '#22262c',
  '#14161a',
  '#0f1114',
  '#0a0b0d',
];

/** Which of our tones a component's colour name maps to. */
const tones: Record<string, string> = {
  red: 'danger',
  yellow: 'warning',
  orange: 'warning',
  green: 'success',
  teal: 'accent',
};

function softColors(color: string | undefined) {
  const tone = tones[color ?? 'teal'];
  return tone
    ? { backgroundColor: `var(--${tone}-soft)`, color: `var(--${tone === 'accent' ? 'accent-ink' : tone})` }
    : { backgroundColor: 'var(--surface-sunken)', color: 'var(--ink-muted)' };
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 6 },
  colors: { teal, gray: stone, dark: night },
  white: '#ffffff',
  black: '#1b1f23',
  fontFamily: "'Inter Variable', Inter, system-ui, 'Noto Sans SC', 'Noto Sans TC', sans-serif",
  fontFamilyMonospace:
    "ui-monospace, 'SF Mono', 'Cascadia Code', 'JetBrains Mono', Menlo, Consolas, monospace",
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.6', xl: '1.6' },
  headings: {
    fontWeight: '620',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.25rem', lineHeight: '1.35' },
      h3: { fontSize: '1rem', lineHeight: '1.4' },
      h4: { fontSize: '0.875rem', lineHeight: '1.45' },
    },
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'md',
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  shadows: {
    xs: 'none',
    sm: 'none',
    md: '0 1px 2px rgb(27 31 35 / 6%), 0 8px 24px rgb(27 31 35 / 8%)',
    lg: '0 2px 4px rgb(27 31 35 / 6%), 0 16px 40px rgb(27 31 35 / 12%)',
    xl: '0 2px 4px rgb(27 31 35 / 6%), 0 24px 64px rgb(27 31 35 / 16%)',
  },
  cursorType: 'pointer',
  focusRing: 'auto',
  respectReducedMotion: true,
  components: {
    Button: Button.extend({ defaultProps: { size: 'sm' }, styles: { root: { fontWeight: 550 } } }),
    ActionIcon: ActionIcon.extend({ defaultProps: { variant: 'subtle', color: 'gray' } }),
    Anchor: Anchor.extend({ defaultProps: { underline: 'hover' } }),
    Alert: Alert.extend({
      defaultProps: { variant: 'light' },
      styles: (_, { color }) => {
        const soft = softColors(color);
        return {
          root: {
            backgroundColor: soft.backgroundColor,
            border: `1px solid color-mix(in srgb, ${soft.color} 22%, transparent)`,
          },
          icon: { color: soft.color },
          title: { color: soft.color },
          message: { color: 'var(--ink)' },
        };
      },
    }),
    Badge: Badge.extend({
      defaultProps: { variant: 'light', radius: 'sm' },
      styles: (_, { color, variant }) => ({
        root: {
          flex: 'none',
          textTransform: 'none',
          fontWeight: 550,
          letterSpacing: 0,
          ...(variant === 'light' ? softColors(color) : {}),
        },
      }),
    }),
    Card: Card.extend({ defaultProps: { withBorder: true, padding: 'lg' } }),
    Paper: Paper.extend({ defaultProps: { withBorder: true } }),
    Input: Input.extend({ defaultProps: { size: 'sm' } }),
    InputWrapper: InputWrapper.extend({
      styles: {
        label: { marginBottom: 4, fontSize: 'var(--mantine-font-size-sm)', fontWeight: 550 },
        description: { marginBottom: 6, fontSize: 'var(--mantine-font-size-xs)', lineHeight: 1.45 },
        error: { marginTop: 6, fontSize: 'var(--mantine-font-size-xs)' },
      },
    }),
    Modal: Modal.extend({
      defaultProps: {
        centered: true,
        radius: 'lg',
        padding: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
      },
      styles: { title: { fontWeight: 620, fontSize: '1rem', lineHeight: 1.4 } },
    }),
    Menu: Menu.extend({
      // The placeholder is an item without a name, which assistive technology would read out.
      defaultProps: {
        shadow: 'md',
        position: 'bottom-end',
        radius: 'md',
        withInitialFocusPlaceholder: false,
      },
    }),
    NavLink: NavLink.extend({ styles: { root: { borderRadius: 'var(--mantine-radius-md)' } } }),
    SegmentedControl: SegmentedControl.extend({ defaultProps: { radius: 'md' } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 'sm' } }),
    Table: Table.extend({ defaultProps: { verticalSpacing: 'sm', horizontalSpacing: 'sm' } }),
    Tabs: Tabs.extend({ styles: { tab: { fontWeight: 550 } } }),
    Tooltip: Tooltip.extend({
      defaultProps: { openDelay: 300, withinPortal: true, multiline: true, maw: 360 },
    }),
  },
});

/** Our own names for surfaces and inks; use these in CSS modules, never raw colours. */
export const resolveCssVariables: CSSVariablesResolver = () => ({
  variables: { '--page-width': '1200px' },
  light: {
    '--mantine-color-body': '#fbfaf8',
    '--mantine-color-text': '#1b1f23',
    '--mantine-color-dimmed': '#5c6269',
    '--mantine-color-placeholder': '#6d7278',
    '--mantine-color-default-border': '#e3dfd8',
    '--mantine-color-anchor': '#0f6266',
    '--mantine-color-error': '#b3261e',
    '--surface': '#ffffff',
    '--surface-sunken': '#f4f2ee',
    '--surface-hover': '#f3f1ec',
    '--hairline': '#e6e2db',
    '--hairline-strong': '#d3cec5',
    '--ink': '#1b1f23',
    '--ink-muted': '#5c6269',
    '--accent': '#0f6266',
    '--accent-soft': '#e6f1f1',
    '--accent-ink': '#0a4e52',
    '--mark': '#fdeeb5',
    '--mark-strong': '#f7d65c',
    '--success': '#1f7a4d',
    '--success-soft': '#e5f3ea',
    '--warning': '#8a5a00',
    '--warning-soft': '#fbf1da',
    '--danger': '#b3261e',
    '--danger-soft': '#fbe9e7',
  },
  dark: {
    '--mantine-color-body': '#14161a',
    '--mantine-color-text': '#e7e5e0',
    '--mantine-color-dimmed': '#a1a6ad',
    '--mantine-color-placeholder': '#8b9199',
    '--mantine-color-default-border': '#31363e',
    '--mantine-color-anchor': '#7cc4c5',
    '--mantine-color-error': '#ff9a8f',
    '--surface': '#1a1d22',
    '--surface-sunken': '#101215',
    '--surface-hover': '#22262c',
    '--hairline': '#2a2e35',
    '--hairline-strong': '#3b414a',
    '--ink': '#e7e5e0',
    '--ink-muted': '#a1a6ad',
    '--accent': '#6cbabb',
    '--accent-soft': '#17312f',
    '--accent-ink': '#a5d9d9',
    '--mark': '#4b3f14',
    '--mark-strong': '#7a6412',
    '--success': '#7fcf9f',
    '--success-soft': '#16291e',
    '--warning': '#e3b65c',
    '--warning-soft': '#2d2412',
    '--danger': '#ff9a8f',
    '--danger-soft': '#331b19',
  },
});
