/** The mark: an open book on the stand that the product is named after. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="7.5" fill="#0f6266" />
      <g fill="none" stroke="#fff" strokeWidth="2" strokeLinejoin="round" strokeLinecap="round">
        <path d="M6.5 8.4c3.4-.9 6.7-.4 9.500 1.700 2.800-2.100 6.100-2.600 9.500-1.700v10.200c-3.400-.9-6.700-.4-9.500 1.700-2.800-2.100-6.100-2.600-9.500-1.700z" />
        <path d="M16 10.100v15.400M11.500 25.500h9" />
      </g>
    </svg>
  );
}
