export function Screen() {
  return <main id="content" />;
}
