export function Screen() {
  return <div />;
}
