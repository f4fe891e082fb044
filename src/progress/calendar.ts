/** Calendar days in the tenant's time zone; other rooms use them as well. */
export { addDays, type Day, dayIn, daysBetween } from '../tenancy/time/calendar.js';
