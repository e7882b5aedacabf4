/**
 * A dialog returns the focus to where it was when it opened. Where an entry of a menu opens it, that entry is gone by
 * then: the focus goes back to the menu's button before anything happens.
 */
export function keepFocusOfMenus(): void {
  const onClick = ({ target }: MouseEvent) => {
    const entry = target instanceof Element ? target.closest('[role="menuitem"]') : null;
    const button = entry?.closest('[data-menu-dropdown]')?.getAttribute('aria-labelledby');
    if (button) document.getElementById(button)?.focus({ preventScroll: true });
  };
  document.addEventListener('click', onClick, { capture: true });
}
