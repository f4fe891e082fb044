// Written by npm run settings from src/settings/settings.ts; not to be edited.
import { t } from '@lingui/core/macro';

export const SECTIONS = {
  university: { title: t`University` },
  committees: { title: t`Committees` },
  pacing: { title: t`Pacing`, intro: t`When a student is at risk, behind or ahead of the due dates of the milestones.` },
  limits: { title: t`De-provisioning limits`, intro: t`How many users the SIS may de-provision, and what happens to the others. De-provisionings by administrators are never held.` },
  pauses: { title: t`Pauses of de-provisionings`, intro: t`On these days whom the SIS or an identity provider de-provisions stays active until an administrator decides; all else is applied. Both days belong to the pause, in the time zone of the university. The end of a pause releases no one.` },
  matching: { title: t`Identity matching`, intro: t`A number is sometimes given to another person, and an address may belong to a person whom the SIS knows under another number.` },
  terms: { title: t`Terms in files`, intro: t`In which month a term begins that a file of people names, such as Fall 2026 or 202610. A row with a term that is not in this table is refused.` },
  queue: { title: t`Sync queue`, intro: t`With targets, an approved submission is queued once for each target that takes its form. A change holds for what is queued from now on.` },
  providers: { title: t`Identity providers` },
  retention: { title: t`Retention`, intro: t`What is older is removed once a day. A legal hold stops that for the users whom it names.` },
  privacy: { title: t`Data about people` },
} as const;

export const SETTINGS = {
  'emailDomain': { section: 'university', type: 'domain', label: t`E-mail domain`, hint: t`The domain of users for whom the SIS sends none.` },
  'timeZone': { section: 'university', type: 'timeZone', label: t`Time zone`, hint: t`It decides when a day begins, for due dates and for daily figures.` },
  'rateLimit': { section: 'university', type: 'number', label: t`Requests per minute`, hint: t`The limit of all keys together, in addition to the limits of single keys.`, whenEmpty: t`Empty: no limit.` },
  'nightlyRunHours': { section: 'university', type: 'number', label: t`Nightly run (hours)`, hint: t`The overview warns when the last successful run is older than this.`, default: 26 },
  'completeRunMinimum': { section: 'university', type: 'number', label: t`Complete run (least percent)`, hint: t`A complete run that names fewer of the active users whom the last complete one named is refused.`, default: 50 },
  'requiredCommitteeRoles': { section: 'committees', type: 'choices', label: t`Required roles`, hint: t`A committee is complete when each of these roles has an active member who has accepted.`, values: { chair: t`Chair`, content_expert: t`Content expert`, methodologist_technical_expert: t`Methodologist technical expert`, member: t`Member` } },
  'pacing.behindAfterDays': { section: 'pacing', type: 'number', label: t`Behind after (days)`, hint: t`For this many days after the due date of an open milestone, the student is “at risk”; after that, “behind”.`, default: 30 },
  'pacing.dueSoonDays': { section: 'pacing', type: 'number', label: t`Due soon (days)`, hint: t`A milestone that is not started and due within this many days makes the student “at risk”.`, default: 14 },
  'pacing.aheadDays': { section: 'pacing', type: 'number', label: t`Ahead (days)`, hint: t`A milestone that is completed at least this many days before its due date makes the student “ahead”.`, default: 30 },
  'pacing.revisionLoopVersions': { section: 'pacing', type: 'number', label: t`Revision loop (versions)`, hint: t`This many versions of one stage without an approval are a reason for “at risk” and “behind”.`, default: 3 },
  'deprovisioningGuard.perRun.count': { section: 'limits', type: 'number', label: t`Users per run`, hint: t`A run is the calls to which the SIS gives the same name in X-Sync-Run.`, whenEmpty: t`Empty: no limit.` },
  'deprovisioningGuard.perRun.percent': { section: 'limits', type: 'number', label: t`Percent per run`, hint: t`Of the users who were active when the run began. The lower of the two limits applies.`, whenEmpty: t`Empty: no limit.` },
  'deprovisioningGuard.perDay.count': { section: 'limits', type: 'number', label: t`Users within 24 hours`, hint: t`In all runs and with all keys together.`, whenEmpty: t`Empty: no limit.` },
  'deprovisioningGuard.perDay.percent': { section: 'limits', type: 'number', label: t`Percent within 24 hours`, hint: t`Of the users who were active when the 24 hours began. The lower of the two limits applies.`, whenEmpty: t`Empty: no limit.` },
  'deprovisioningGuard.mode': { section: 'limits', type: 'choice', label: t`Beyond a limit`, values: { observe: t`De-provision, and warn in the audit log`, hold: t`Hold until an administrator decides` } },
  'deprovisioningPauses': { section: 'pauses', type: 'list', most: 20 },
  'possibleReassignment': { section: 'matching', type: 'choice', label: t`When names, address and entry of a known number differ`, values: { warn: t`Apply, and ask in the conflicts inbox`, hold: t`Wait until an administrator decides`, off: t`Apply` } },
  'adoptByEmail': { section: 'matching', type: 'choice', label: t`Whom an unknown number finds by e-mail address`, values: { always: t`Every user`, unlinked: t`Users without a legacy number`, never: t`No user` } },
  'awaitSourceDays': { section: 'matching', type: 'number', label: t`Approved changes await the SIS (days)`, hint: t`So long the SIS does not put an approved change back by sending the former value. 0: it does at once.`, default: 0 },
  'terms': { section: 'terms', type: 'list', most: 100, usual: 
    { Spring: 1, Summer: 6, Fall: 9, Autumn: 9, Winter: 1, SP: 1, SU: 6, FA: 9, WI: 1, SPYY: 1, SUYY: 6, FAYY: 9, WIYY: 1 } },
  'syncTargets': { section: 'queue', type: 'list', most: 20 },
  'syncMaxAttempts': { section: 'queue', type: 'number', label: t`Most attempts`, hint: t`After so many attempts that no connector reports about, an item has failed.`, default: 10 },
  'scimDeleteKeepsShared': { section: 'providers', type: 'flag', label: t`When a provider deletes a user whom another one has too`, values: { off: t`De-provision the user`, on: t`Keep the user active while another provider does` } },
  'retention.requestLogDays': { section: 'retention', type: 'number', label: t`Request log (days)`, hint: t`Also refused rows, what was sent for conflicts, and the use of keys.`, default: 90 },
  'retention.inactivePeopleDays': { section: 'retention', type: 'number', label: t`Inactive users (days)`, hint: t`Users who have been inactive for longer are erased.`, whenEmpty: t`Empty: never.` },
  'retention.historyDays': { section: 'retention', type: 'number', label: t`Former values of users (days)`, hint: t`The present values stay.`, whenEmpty: t`Empty: for good.` },
  'retention.eventDays': { section: 'retention', type: 'number', label: t`Feed of changes (days)`, hint: t`A reader who stayed away for longer must copy everything again.`, default: 30 },
  'retention.auditDays': { section: 'retention', type: 'number', label: t`Audit log and disclosures (days)`, hint: t`2,557 days are seven years.`, default: 2557 },
  'legalHold': { section: 'privacy', type: 'flag', label: t`All data of the university`, values: { off: t`May be erased`, on: t`Are kept: a legal hold on all of them` } },
} as const;
