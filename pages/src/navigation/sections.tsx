import { t } from '@lingui/core/macro';
import CallSplitIcon from '@mui/icons-material/CallSplit';
import CompareArrowsIcon from '@mui/icons-material/CompareArrows';
import DashboardIcon from '@mui/icons-material/Dashboard';
import FactCheckIcon from '@mui/icons-material/FactCheck';
import FlagIcon from '@mui/icons-material/Flag';
import GroupIcon from '@mui/icons-material/Group';
import HistoryIcon from '@mui/icons-material/History';
import HubIcon from '@mui/icons-material/Hub';
import KeyIcon from '@mui/icons-material/Key';
import AdminPanelSettingsIcon from '@mui/icons-material/AdminPanelSettings';
import LoginIcon from '@mui/icons-material/Login';
import NightsStayIcon from '@mui/icons-material/NightsStay';
import NotificationsIcon from '@mui/icons-material/Notifications';
import PanToolIcon from '@mui/icons-material/PanTool';
import ReceiptLongIcon from '@mui/icons-material/ReceiptLong';
import RuleIcon from '@mui/icons-material/Rule';
import SchoolIcon from '@mui/icons-material/School';
import ShareIcon from '@mui/icons-material/Share';
import RssFeedIcon from '@mui/icons-material/RssFeed';
import SettingsIcon from '@mui/icons-material/Settings';
import SyncIcon from '@mui/icons-material/Sync';
import UploadFileIcon from '@mui/icons-material/UploadFile';
import CableIcon from '@mui/icons-material/Cable';
import TimelineIcon from '@mui/icons-material/Timeline';
import type { ComponentType } from 'react';

import type { AttentionDto } from '../api/openapi';
import type { Act } from '../api/roles';
import { listAddress } from '../ui/addresses';

export interface Destination {
  readonly to: string;
  /** Lists of the same things, which the menu shows as this one. */
  readonly others?: readonly string[];
  readonly label: string;
  /** Only for those who may do it. */
  readonly act?: Act;
  readonly icon: ComponentType<{ fontSize?: 'small' }>;
  /** What of `GET /attention` is counted beside the label, when it is not zero. */
  readonly badges?: readonly (keyof AttentionDto)[];
  /** Where the link leads while something is counted: the rows that are counted. */
  readonly counted?: string;
}

export interface MenuSection {
  readonly title?: string;
  /** Under which the browser remembers whether the user has folded the section; one without it is not folded. */
  readonly name?: string;
  /** Folded until the user opens it, so that the menu fits on a screen. */
  readonly startsFolded?: true;
  readonly destinations: readonly Destination[];
}

export const SECTIONS: readonly MenuSection[] = [
  {
    destinations: [
      { to: '/', label: t`Overview`, icon: DashboardIcon },
      { to: '/decisions', label: t`To decide`, icon: FactCheckIcon, badges: ['decisions'] },
      { to: '/trends', label: t`Trends`, icon: TimelineIcon },
    ],
  },
  {
    title: t`Integrations`,
    name: 'integrations',
    destinations: [
      {
        to: '/keys',
        label: t`Integration API Keys`,
        icon: KeyIcon,
        act: 'audit',
        badges: ['keysExpiring'],
        counted: listAddress('keys', { status: 'expiring' }),
      },
      { to: '/connections', label: t`Identity providers`, icon: HubIcon, act: 'audit' },
      {
        to: '/runs',
        label: t`Runs`,
        icon: NightsStayIcon,
        badges: ['failedRows', 'lateRuns', 'deprovisioned'],
      },
      { to: '/readers', label: t`Readers`, icon: RssFeedIcon },
      {
        to: '/holds',
        label: t`Held de-provisionings`,
        icon: PanToolIcon,
        badges: ['holds'],
        counted: listAddress('holds', { status: 'held' }),
      },
      {
        to: '/alerts',
        label: t`Alerts`,
        icon: NotificationsIcon,
        badges: ['alerts'],
        counted: listAddress('alerts', { state: 'awake' }),
      },
    ],
  },
  {
    title: t`People`,
    name: 'people',
    destinations: [
      { to: '/users', label: t`Users`, icon: GroupIcon },
      {
        to: '/conflicts',
        label: t`Conflicts`,
        icon: CallSplitIcon,
        badges: ['conflicts'],
        counted: listAddress('conflicts', { status: 'open' }),
      },
      { to: '/files', label: t`Files`, icon: UploadFileIcon, act: 'administer' },
      { to: '/progress', others: ['/progress-timeline'], label: t`Progress`, icon: SchoolIcon },
    ],
  },
  {
    title: t`Submissions`,
    name: 'submissions',
    destinations: [
      { to: '/connectors', label: t`Connectors`, icon: CableIcon, badges: ['badSystems'] },
      {
        to: '/queue',
        label: t`Sync queue`,
        icon: SyncIcon,
        badges: ['awaitDecision'],
        counted: listAddress('queue', { failure: 'decision' }),
      },
      {
        to: '/submissions',
        others: ['/discrepancy-groups', '/discrepancies', '/discrepancy-rules'],
        label: t`Discrepancies`,
        icon: RuleIcon,
        badges: ['waitingSubmissions'],
      },
      { to: '/mappings', label: t`Mappings`, icon: CompareArrowsIcon },
    ],
  },
  {
    title: t`Administration`,
    name: 'administration',
    startsFolded: true,
    destinations: [
      { to: '/administrators', label: t`Administrators`, icon: AdminPanelSettingsIcon, act: 'audit' },
      { to: '/sign-on', label: t`Single sign-on`, icon: LoginIcon, act: 'audit' },
      { to: '/settings', label: t`Settings`, icon: SettingsIcon },
      { to: '/milestones', label: t`Milestones`, icon: FlagIcon },
      { to: '/audit', label: t`Audit log`, icon: HistoryIcon, act: 'audit' },
      { to: '/disclosures', label: t`Disclosures`, icon: ShareIcon, act: 'audit' },
      { to: '/requests', label: t`Request log`, icon: ReceiptLongIcon },
    ],
  },
];
