/**
 * A button that is off for now and keeps the focus: one that is `disabled` would hand it to the page, and whoever works
 * by keyboard would begin again at the top. Its action checks for itself.
 */
export function offWithFocus(isOff: boolean) {
  return isOff ? { 'aria-disabled': true, 'data-disabled': true } : {};
}
