import { hasPermission, type Level, type Me, type Permission } from '@lectern/contract';
import {
  type Icon,
  IconBooks,
  IconFileSearch,
  IconFolders,
  IconHome,
  IconMessages,
  IconSitemap,
} from '@tabler/icons-react';

/** The entries of the header. */
const navigation = [
  { to: '/home', text: 'nav.home', icon: IconHome, permission: 'Home' },
  { to: '/knowledge', text: 'nav.knowledge', icon: IconBooks, permission: 'Knowledge' },
  { to: '/chat', text: 'nav.chat', icon: IconMessages, permission: 'Chat' },
  { to: '/flow', text: 'nav.flow', icon: IconSitemap, permission: 'Flow' },
  { to: '/file', text: 'nav.files', icon: IconFolders, permission: 'File' },
  { to: '/search', text: 'nav.search', icon: IconFileSearch, permission: 'Search' },
] as const satisfies { to: string; text: string; icon: Icon; permission: Permission }[];

/** Those that the person may open. */
export function listNavigation(me: Me) {
  return navigation.filter(
    ({ permission, to }) =>
      hasPermission(me.level as Level, permission) && (!me.mustChangePassword || to === '/home'),
  );
}
