import CompareArrowsIcon from '@mui/icons-material/CompareArrows';
import DashboardIcon from '@mui/icons-material/Dashboard';
import GroupIcon from '@mui/icons-material/Group';
import HistoryIcon from '@mui/icons-material/History';
import KeyIcon from '@mui/icons-material/Key';
import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettings';
import PanToolIcon from '@mui/icons-material/PanTool';
import ReceiptLongIcon from '@mui/icons-material/ReceiptLong';
import RuleIcon from '@mui/icons-material/Rule';
import SchoolIcon from '@mui/icons-material/School';
import SettingsIcon from '@mui/icons-material/Settings';
import SyncIcon from '@mui/icons-material/Sync';
import type { ComponentType } from 'react';

export interface Destination {
  readonly to: string;
  readonly label: string;
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
}

export interface MenuSection {
  readonly title?: string;
  readonly destinations: readonly Destination[];
}

export const SECTIONS: readonly MenuSection[] = [
  { destinations: [{ to: '/', label: 'Overview', icon: DashboardIcon }] },
  {
    title: 'Integrations',
    destinations: [
      { to: '/keys', label: 'Integration API Keys', icon: KeyIcon },
      { to: '/holds', label: 'Held de-provisionings', icon: PanToolIcon },
    ],
  },
  {
    title: 'People',
    destinations: [
      { to: '/users', label: 'Users', icon: GroupIcon },
      { to: '/progress', label: 'Progress', icon: SchoolIcon },
    ],
  },
  {
    title: 'Submissions',
    destinations: [
      { to: '/queue', label: 'Sync queue', icon: SyncIcon },
      { to: '/discrepancies', label: 'Discrepancies', icon: RuleIcon },
      { to: '/mappings', label: 'Mappings', icon: CompareArrowsIcon },
    ],
  },
  {
    title: 'Administration',
    destinations: [
      { to: '/administrators', label: 'Administrators', icon: AdminPanelSettingsIcon },
      { to: '/settings', label: 'Settings', icon: SettingsIcon },
      { to: '/audit', label: 'Audit log', icon: HistoryIcon },
      { to: '/requests', label: 'Request log', icon: ReceiptLongIcon },
    ],
  },
];
