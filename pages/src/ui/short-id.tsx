import Box from '@mui/material/Box';

const LONGEST = 20;
const SHOWN = 8;

/** An ID on one line: of a long one the beginning and the end, and all of it in the tooltip and when it is copied. */
export const ShortId = ({ id }: { readonly id: string }) => {
  if (id.length <= LONGEST)
    return (
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {id}
      </Box>
    );
  return (
    <Box component="span" title={id} sx={{ whiteSpace: 'nowrap' }}>
      <span aria-hidden>
        {id.slice(0, SHOWN)}…{id.slice(-SHOWN)}
      </span>
      <Box
        component="span"
        sx={{ position: 'absolute', width: '1px', height: '1px', overflow: 'hidden', clipPath: 'inset(50%)' }}
      >
        {id}
      </Box>
    </Box>
  );
};
