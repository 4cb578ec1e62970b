// Functions of one value on even lengths, selection at every rank.
// Written by make_cases.py.

// -----

func.func @even_abs_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.abs %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x004233416640333F9A3D003CCD3866326632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_negate_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.negate %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x004233416640333F9A3D003CCD38663266B2CDB800BC9ABD33BF66C033C100C2"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_sign_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.sign %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00BC00BC00BC00BC00BC00BC00BC00BC003C003C003C003C003C003C003C003C"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_floor_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.floor %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C200C200C000C000BC00BC00BC00000000003C003C003C004000400042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_ceil_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.ceil %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C000C000BC00BC00BC00800080003C003C003C00400040004200420042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_round_nearest_afz_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.round_nearest_afz %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C200C000C000BC00BC00BC00800000003C003C003C0040004000420042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_round_nearest_even_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.round_nearest_even %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C200C000C000BC00BC00BC00800000003C003C003C0040004000420042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_cbrt_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.cbrt %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xC5BD80BD34BDDEBC7ABC00BCBFBAAEB8AE38BF3A003C7A3CDE3C343D803DC53D"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_cosine_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.cosine %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xECBBDABAB4B844B36D3153389A3AD73BD73B9A3A53386D3144B3B4B8DABAECBB"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_exponential_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.exponential %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x5F2AC12C192F4A31E333E33564388D3AE33C4A3F70410F440C468248BB4A054D"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_exponential_minus_one_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x9ABB68BB1DBBAEBA07BA0EB938B7CDB11733943AE03E1E420C4502483B4AC54C"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_logistic_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.logistic %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x132A6D2C642E8B3053324D34AB35333766382A39D9396C3ADE3A333B733B9F3B"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_sine_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.sine %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x84B020B879BACBBBE2BBBBBA85B85BB25B328538BB3AE23BCB3B793A20388430"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_tan_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.tan %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x9030D138813D4A44D0C53BBE79B97CB27C3279393B3ED0454AC481BDD1B890B0"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_tanh_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.tanh %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xF6BBEABBCEBB93BB15BB18BA4CB851B251324C38183A153B933BCE3BEA3BF63B"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_log_float16() {
  %a = stablehlo.constant dense<"0x0043334266419A409A3F003E663C9A399A39663C003E9A3F9A40664133420043"> : tensor<16xf16>
  %r0 = stablehlo.log %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x033D863CF23BAA3A23397D36142EB4B5B4B5142E7D362339AA3AF23B863C033D"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_log_plus_one_float16() {
  %a = stablehlo.constant dense<"0x0043334266419A409A3F003E663C9A399A39663C003E9A3F9A40664133420043"> : tensor<16xf16>
  %r0 = stablehlo.log_plus_one %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x043EA53D3C3DC73C423C553BEF393F383F38EF39553B423CC73C3C3DA53D043E"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_rsqrt_float16() {
  %a = stablehlo.constant dense<"0x0043334266419A409A3F003E663C9A399A39663C003E9A3F9A40664133420043"> : tensor<16xf16>
  %r0 = stablehlo.rsqrt %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x47388B38DF384639CE39883AA13BC83CC83CA13B883ACE394639DF388B384738"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_sqrt_float16() {
  %a = stablehlo.constant dense<"0x0043334266419A409A3F003E663C9A399A39663C003E9A3F9A40664133420043"> : tensor<16xf16>
  %r0 = stablehlo.sqrt %a : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x7C3F0B3F923E113E843DE63C323CB23AB23A323CE63C843D113E923E0B3F7C3F"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_power_float16() {
  %a = stablehlo.constant dense<"0x0043334266419A409A3F003E663C9A399A39663C003E9A3F9A40664133420043"> : tensor<16xf16>
  %b = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.power %a, %b : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xF925C32A352F2433833655398F3B4C3C733B3C3C003EEA407B447148BC4C5C51"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_is_finite_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.is_finite %a : (tensor<16xf16>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @reduce_precision_e5m2_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C100C000BF00BE00BC00B900B200320039003C003E003F004000410042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @reduce_precision_e4m3_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C180C000BF80BD00BC00B980B280320039003C803D003F804000410042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @reduce_precision_e3m1_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.reduce_precision %a, format = e3m1 : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C200C200C000C000BE00BC00B8008000000038003C003E0040004000420042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @reduce_precision_e8m7_float16() {
  %a = stablehlo.constant dense<"0x00C233C166C033BF9ABD00BCCDB866B26632CD38003C9A3D333F664033410042"> : tensor<16xf16>
  %r0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00C230C168C030BF98BD00BCD0B868B26832D038003C983D303F684030410042"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @even_abs_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.abs %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x404026400D40E63FB33F803F1A3F4D3E4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_negate_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.negate %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x404026400D40E63FB33F803F1A3F4D3E4DBE1ABF80BFB3BFE6BF0DC026C040C0"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_sign_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.sign %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x80BF80BF80BF80BF80BF80BF80BF80BF803F803F803F803F803F803F803F803F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_floor_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.floor %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C040C040C000C000C080BF80BF80BF00000000803F803F803F004000404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_ceil_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.ceil %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C000C000C080BF80BF80BF00800080803F803F803F00400040404040404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_round_nearest_afz_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.round_nearest_afz %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C040C000C000C080BF80BF80BF00800000803F803F803F0040004040404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_round_nearest_even_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.round_nearest_even %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C040C000C000C080BF80BF80BF00800000803F803F803F0040004040404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_cbrt_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.cbrt %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xB9BFB0BFA7BF9CBF8FBF80BF58BF16BF163F583F803F8F3F9C3FA73FB03FB93F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_cosine_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.cosine %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x7DBF5BBF17BF66BE303E0A3F533F7B3F7B3F533F0A3F303E66BE17BF5BBF7DBF"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_exponential_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.exponential %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x4C3D993DE23D2A3E7D3EBC3E0C3F523F9C3FEA3F2E408240C14011415641A141"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_exponential_minus_one_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x73BF6DBF64BF56BF41BF22BFE7BE3ABE633E533FDC3F4340A140014146419941"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_logistic_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.logistic %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x423D8E3DCC3D123E4B3E8A3EB53EE63E0D3F253F3B3F4D3F5C3F673F6E3F743F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_sine_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.sine %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x11BE05BF4FBF79BF7CBF57BF11BF4CBE4C3E113F573F7C3F793F4F3F053F113E"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_tan_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.tan %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x123E1C3FAF3F8B40B8C0C7BF30BF50BE503E303FC73FB8408BC0AFBF1CBF12BE"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_tanh_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.tanh %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x7FBF7DBF7ABF72BF63BF43BF0ABF4ABE4A3E0A3F433F633F723F7A3F7D3F7F3F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_log_bfloat16() {
  %a = stablehlo.constant dense<"0x604046402D401340F33FC03F8D3F333F333F8D3FC03FF33F13402D4046406040"> : tensor<16xbf16>
  %r0 = stablehlo.log %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xA03F913F7F3F553F243FD03EC63DB7BEB7BEC63DD03E243F553F7F3F913FA03F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_log_plus_one_bfloat16() {
  %a = stablehlo.constant dense<"0x604046402D401340F33FC03F8D3F333F333F8D3FC03FF33F13402D4046406040"> : tensor<16xbf16>
  %r0 = stablehlo.log_plus_one %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xC13FB43FA83F993F883F6B3F3E3F083F083F3E3F6B3F883F993FA83FB43FC13F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_rsqrt_bfloat16() {
  %a = stablehlo.constant dense<"0x604046402D401340F33FC03F8D3F333F333F8D3FC03FF33F13402D4046406040"> : tensor<16xbf16>
  %r0 = stablehlo.rsqrt %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x093F123F1C3F293F3A3F513F743F993F993F743F513F3A3F293F1C3F123F093F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_sqrt_bfloat16() {
  %a = stablehlo.constant dense<"0x604046402D401340F33FC03F8D3F333F333F8D3FC03FF33F13402D4046406040"> : tensor<16xbf16>
  %r0 = stablehlo.sqrt %a : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xEF3FE13FD23FC23FB03F9D3F863F563F563F863F9D3FB03FC23FD23FE13FEF3F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_power_bfloat16() {
  %a = stablehlo.constant dense<"0x604046402D401340F33FC03F8D3F333F333F8D3FC03FF33F13402D4046406040"> : tensor<16xbf16>
  %b = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.power %a, %b : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xBF3C5B3DE53D663ED13E2B3F723F8A3F6E3F883FC03F1D408F400F4196412C42"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_is_finite_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.is_finite %a : (tensor<16xbf16>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @reduce_precision_e5m2_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C020C000C0E0BFC0BF80BF20BF40BE403E203F803FC03FE03F004020404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @reduce_precision_e4m3_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C020C010C0E0BFB0BF80BF20BF50BE503E203F803FB03FE03F104020404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @reduce_precision_e3m1_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.reduce_precision %a, format = e3m1 : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C040C000C000C0C0BF80BF00BF00800000003F803FC03F0040004040404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @reduce_precision_e8m7_bfloat16() {
  %a = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  %r0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x40C026C00DC0E6BFB3BF80BF1ABF4DBE4D3E1A3F803FB33FE63F0D4026404040"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @even_abs_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.abs %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x0000404066662640CDCC0C406666E63F3333B33F0000803F9A99193FCDCC4C3ECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_negate_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.negate %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x0000404066662640CDCC0C406666E63F3333B33F0000803F9A99193FCDCC4C3ECDCC4CBE9A9919BF000080BF3333B3BF6666E6BFCDCC0CC0666626C0000040C0"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_sign_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.sign %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000080BF000080BF000080BF000080BF000080BF000080BF000080BF000080BF0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_floor_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.floor %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000040C0000040C0000000C0000000C0000080BF000080BF000080BF00000000000000000000803F0000803F0000803F000000400000004000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_ceil_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.ceil %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000000C0000000C0000080BF000080BF000080BF00000080000000800000803F0000803F0000803F0000004000000040000040400000404000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_round_nearest_afz_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.round_nearest_afz %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000040C0000000C0000000C0000080BF000080BF000080BF00000080000000000000803F0000803F0000803F00000040000000400000404000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_round_nearest_even_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.round_nearest_even %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000040C0000000C0000000C0000080BF000080BF000080BF00000080000000000000803F0000803F0000803F00000040000000400000404000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_cbrt_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.cbrt %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xA29BB8BF4202B0BFC879A6BF52B49BBF33318FBF000080BF34EB57BFB0B515BFB0B5153F34EB573F0000803F33318F3F52B49B3FC879A63F4202B03FA29BB83F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_cosine_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.cosine %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x26707DBF0F5D5BBF03A816BFA7A768BEDF0B2E3E40510A3F3249533FA5E57A3FA5E57A3F3249533F40510A3FDF0B2E3EA7A768BE03A816BF0F5D5BBF26707DBF"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_exponential_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.exponential %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x86ED4B3DC01C983DC4ECE23D1D44293EEB837C3EB25ABC3EEB7E0C3F5798513FED569C3F313BE93F54F82D4033C48140B696C14075661041776B57412EAFA041"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_exponential_minus_one_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x284173BF68FC6CBF68A263BFF9AE55BF05DF40BFA7D221BF2A02E7BEA59E39BE66B7623E6276523FA8F0DB3F66884340B696A14075660041776B47412EAF9841"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_logistic_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.logistic %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xA241423D73988D3DFB49CC3D6841113E4E904A3EB1B2893E8A6CB53E297CE63EEBC10C3FBB49253FA8263B3FED5B4D3FA5AF5B3FC176663FF24C6E3FE6DB733F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_sine_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.sine %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xC38110BEE7F703BF9EF94EBF144E79BF6F467CBFA46A57BF698C10BFF96F4BBEF96F4B3E698C103FA46A573F6F467C3F144E793F9EF94E3FE7F7033FC381103E"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_tan_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.tan %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xB9F7113E3F021A3F6ED9AF3F102989404288B9C02359C7BF98232FBF38934FBE38934F3E98232F3F2359C73F4288B940102989C06ED9AFBF3F021ABFB9F711BE"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_tanh_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.tanh %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xE8BB7EBFE7307DBF4FCA79BFE26172BF68A662BFD6F742BF157C09BFBF1C4ABEBF1C4A3E157C093FD6F7423F68A6623FE261723F4FCA793FE7307D3FE8BB7E3F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_log_float32() {
  %a = stablehlo.constant dense<"0x0000604066664640CDCC2C40333313403333F33F0000C03FCDCC8C3F3333333F3333333FCDCC8C3F0000C03F3333F33F33331340CDCC2C406666464000006040"> : tensor<16xf32>
  %r0 = stablehlo.log %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x8A5AA03FC8D1903FC0457E3F8839553F8950243F1F99CF3EFF31C33D1A9EB6BE1A9EB6BEFF31C33D1F99CF3E8950243F8839553FC0457E3FC8D1903F8A5AA03F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_log_plus_one_float32() {
  %a = stablehlo.constant dense<"0x0000604066664640CDCC2C40333313403333F33F0000C03FCDCC8C3F3333333F3333333FCDCC8C3F0000C03F3333F33F33331340CDCC2C406666464000006040"> : tensor<16xf32>
  %r0 = stablehlo.log_plus_one %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x9C85C03F389BB43F7377A73F73D2983F7148883F08926A3F9AEF3D3F41D7073F41D7073F9AEF3D3F08926A3F7148883F73D2983F7377A73F389BB43F9C85C03F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_rsqrt_float32() {
  %a = stablehlo.constant dense<"0x0000604066664640CDCC2C40333313403333F33F0000C03FCDCC8C3F3333333F3333333FCDCC8C3F0000C03F3333F33F33331340CDCC2C406666464000006040"> : tensor<16xf32>
  %r0 = stablehlo.rsqrt %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x77D6083FF365113FF0CB1B3F29CD283FD0B8393FEC05513F1F16743F40FD983F40FD983F1F16743FEC05513FD0B8393F29CD283FF0CB1B3FF365113F77D6083F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_sqrt_float32() {
  %a = stablehlo.constant dense<"0x0000604066664640CDCC2C40333313403333F33F0000C03FCDCC8C3F3333333F3333333FCDCC8C3F0000C03F3333F33F33331340CDCC2C406666464000006040"> : tensor<16xf32>
  %r0 = stablehlo.sqrt %a : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x5177EF3F045EE13F5253D23F221FC23F926FB03F71C49C3F5E3F863F5A2F563F5A2F563F5E3F863F71C49C3F926FB03F221FC23F5253D23F045EE13F5177EF3F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_power_float32() {
  %a = stablehlo.constant dense<"0x0000604066664640CDCC2C40333313403333F33F0000C03FCDCC8C3F3333333F3333333FCDCC8C3F0000C03F3333F33F33331340CDCC2C406666464000006040"> : tensor<16xf32>
  %b = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.power %a, %b : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x2B11BF3C9B2E583DA551E63DEBA8643ECD74D03EABAA2A3F65C5713FE576893FD75F6E3F7E88873F0000C03F93311D40F94D8F40B4450E417293974100802B42"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_is_finite_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.is_finite %a : (tensor<16xf32>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @reduce_precision_e5m2_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000020C0000000C00000E0BF0000C0BF000080BF000020BF000040BE0000403E0000203F0000803F0000C03F0000E03F000000400000204000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @reduce_precision_e4m3_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000020C0000010C00000E0BF0000B0BF000080BF000020BF000050BE0000503E0000203F0000803F0000B03F0000E03F000010400000204000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @reduce_precision_e3m1_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.reduce_precision %a, format = e3m1 : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000040C0000000C0000000C00000C0BF000080BF000000BF00000080000000000000003F0000803F0000C03F00000040000000400000404000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @reduce_precision_e8m7_float32() {
  %a = stablehlo.constant dense<"0x000040C0666626C0CDCC0CC06666E6BF3333B3BF000080BF9A9919BFCDCC4CBECDCC4C3E9A99193F0000803F3333B33F6666E63FCDCC0C406666264000004040"> : tensor<16xf32>
  %r0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000040C0000026C000000DC00000E6BF0000B3BF000080BF00001ABF00004DBE00004D3E00001A3F0000803F0000B33F0000E63F00000D400000264000004040"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @even_abs_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.abs %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000840CDCCCCCCCCCC04409A99999999990140CCCCCCCCCCCCFC3F666666666666F63F000000000000F03F303333333333E33F909999999999C93FA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_negate_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.negate %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000840CDCCCCCCCCCC04409A99999999990140CCCCCCCCCCCCFC3F666666666666F63F000000000000F03F303333333333E33F909999999999C93FA09999999999C9BF343333333333E3BF000000000000F0BF686666666666F6BFD0CCCCCCCCCCFCBF9A999999999901C0CECCCCCCCCCC04C000000000000008C0"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_sign_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.sign %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F0BF000000000000F0BF000000000000F0BF000000000000F0BF000000000000F0BF000000000000F0BF000000000000F0BF000000000000F0BF000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F000000000000F03F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_floor_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.floor %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000008C000000000000008C000000000000000C000000000000000C0000000000000F0BF000000000000F0BF000000000000F0BF00000000000000000000000000000000000000000000F03F000000000000F03F000000000000F03F000000000000004000000000000000400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_ceil_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.ceil %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000000C000000000000000C0000000000000F0BF000000000000F0BF000000000000F0BF00000000000000800000000000000080000000000000F03F000000000000F03F000000000000F03F00000000000000400000000000000040000000000000084000000000000008400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_round_nearest_afz_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.round_nearest_afz %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000008C000000000000000C000000000000000C0000000000000F0BF000000000000F0BF000000000000F0BF00000000000000800000000000000000000000000000F03F000000000000F03F000000000000F03F0000000000000040000000000000004000000000000008400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_round_nearest_even_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.round_nearest_even %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000008C000000000000000C000000000000000C0000000000000F0BF000000000000F0BF000000000000F0BF00000000000000800000000000000000000000000000F03F000000000000F03F000000000000F03F0000000000000040000000000000004000000000000008400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_cbrt_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.cbrt %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0xF63E12497413F7BFA04C5D364800F6BFC9F11AFA38CFF4BF1AB13B358A76F3BFD92E4A6026E6F1BF000000000000F0BF0B2C3B8066FDEABF47B5F6EDB5B6E2BF4AB5F6EDB5B6E23F0C2C3B8066FDEA3F000000000000F03FDA2E4A6026E6F13F1BB13B358A76F33FC9F11AFA38CFF43FA04C5D364800F63FF63E12497413F73F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_cosine_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.cosine %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0xD2E585BE04AEEFBF70F480F6A16BEBBF70AD884B00D5E2BF720E254FF514CDBF0B5713BC7BC1C53F8C06B50F284AE13F175B483C2669EA3F7B627795B45CEF3F7A627795B45CEF3F145B483C2669EA3F8C06B50F284AE13FFB5613BC7BC1C53F910E254FF514CDBF70AD884B00D5E2BF72F480F6A16BEBBFD2E585BE04AEEFBF"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_exponential_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.exponential %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0xAFB0CECCB07DA93FB73063DD9703B33F0EB17585985DBC3F340A7D938328C53F1507B6437D90CF3F37EF2C36568BD73FE504966BDD8FE13F5B6116D60A33EA3F8EAC589EDD8AF33FF0A9110B6627FD3F6A57148B0ABF0540495A11578638104089EEEFC8D63218405F0EC491CE0C2240B87C5C126FED2A4006B16FBFE5153440"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_exponential_minus_one_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0xF51433F32468EEBFE99953048D9FEDBFDE4951EF4C74ECBF73BD201BDFB5EABF3B7E12AFE01BE8BF6488E9E4543AE4BF36F6D32845E0DCBF947AA6A7D433C7BF7064C5F2EC56CC3FE0532316CC4EEA3FD4AE2816157EFB3F92B422AE0C71084089EEEFC8D63214405F0EC491CE0C2040B87C5C126FED284006B16FBFE5153340"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_logistic_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.logistic %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x4554903C3448A83F179345360EB3B13FEB6F87803F89B93F483F53FA2C28C23FDEA2A1D00952C93F86BA54145636D13F8575132C91ADD63FDA17D41085CFDC3F14F495773D98E13F3E45F66937A9E43FBDA2D5F5D464E73F4997D78B7DABE93F2F306BC1F475EB3F0212EF0FD8CEEC3F9E4D37399EC9ED3FBDFA36BC7C7BEE3F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_sine_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.sine %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x5BD5B66D3810C2BFBB85A0BBFC7EE0BF08D7AAD933DFE9BFF115BD81C229EFBF02E144DFCD88EFBFEE0C098F54EDEABF5641A5178D11E2BFB3D23D23FF6DC9BFC2D23D23FF6DC93F5A41A5178D11E23FEE0C098F54EDEA3F03E144DFCD88EF3FEF15BD81C229EF3F08D7AAD933DFE93FB885A0BBFC7EE03F5BD5B66D3810C23F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_tan_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.tan %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x6FB85412F73EC23F2B5B538A4740E33FEB00B5E22DFBF53FC280CAC721251140350AC06D083117C0A6E3BE5C24EBF8BF07283AE072E4E5BFE1558A0667F2C9BFF2558A0667F2C93F0D283AE072E4E53FA6E3BE5C24EBF83F460AC06D08311740AF80CAC7212511C0EB00B5E22DFBF5BF255B538A4740E3BF6FB85412F73EC2BF"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_tanh_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.tanh %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x000B1A117DD7EFBF61A669CB1CA6EFBF2D0419A84939EFBF8E969A1F3C4CEEBF16A1CFFACC54ECBF94F314B5FA5EE8BFFACCD292822FE1BF85A5B3309843C9BF97A5B3309843C93FFDCCD292822FE13F94F314B5FA5EE83F19A1CFFACC54EC3F8E969A1F3C4CEE3F2D0419A84939EF3F61A669CB1CA6EF3F000B1A117DD7EF3F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_log_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C40CDCCCCCCCCCC08409A999999999905406666666666660240666666666666FE3F000000000000F83F989999999999F13F646666666666E63F686666666666E63F9A9999999999F13F000000000000F83F686666666666FE3F68666666666602409A99999999990540CECCCCCCCCCC08400000000000000C40"> : tensor<16xf64>
  %r0 = stablehlo.log %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x603DB52E510BF43F89ACB719391AF23FEABD38F1B7C8EF3F697B710831A7EA3F5B783D29118AE43F4C98BFEC23F3D93FAF463C793F66B83F563FE124C3D3D6BF4A3FE124C3D3D6BFCC463C793F66B83F4C98BFEC23F3D93F5D783D29118AE43F6D7B710831A7EA3FEABD38F1B7C8EF3F8AACB719391AF23F603DB52E510BF43F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_log_plus_one_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C40CDCCCCCCCCCC08409A999999999905406666666666660240666666666666FE3F000000000000F83F989999999999F13F646666666666E63F686666666666E63F9A9999999999F13F000000000000F83F686666666666FE3F68666666666602409A99999999990540CECCCCCCCCCC08400000000000000C40"> : tensor<16xf64>
  %r0 = stablehlo.log_plus_one %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x1EE9DC75B310F83F70AEB2136793F63F50E50A65EEEEF43F77C740724E1AF33F125231200E09F13F78E0E0F04052ED3F6C66E962F3BDE73F90A91419E8FAE03F92A91419E8FAE03F6E66E962F3BDE73F78E0E0F04052ED3F135231200E09F13F78C740724E1AF33F50E50A65EEEEF43F71AEB2136793F63F1EE9DC75B310F83F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_rsqrt_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C40CDCCCCCCCCCC08409A999999999905406666666666660240666666666666FE3F000000000000F83F989999999999F13F646666666666E63F686666666666E63F9A9999999999F13F000000000000F83F686666666666FE3F68666666666602409A99999999990540CECCCCCCCCCC08400000000000000C40"> : tensor<16xf64>
  %r0 = stablehlo.rsqrt %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x2A2460E5CE1AE13F41F4EE4BBE2CE23F2A9330107E79E33F8F631B14A519E53F33E907F81937E73F3E2C0C70BD20EA3F1D9ED8F9C382EE3F445BC508A81FF33F425BC508A81FF33F1B9ED8F9C382EE3F3E2C0C70BD20EA3F32E907F81937E73F8E631B14A519E53F2A9330107E79E33F40F4EE4BBE2CE23F2A2460E5CE1AE13F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_sqrt_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C40CDCCCCCCCCCC08409A999999999905406666666666660240666666666666FE3F000000000000F83F989999999999F13F646666666666E63F686666666666E63F9A9999999999F13F000000000000F83F686666666666FE3F68666666666602409A99999999990540CECCCCCCCCCC08400000000000000C40"> : tensor<16xf64>
  %r0 = stablehlo.sqrt %a : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x493F6811EAEEFD3F98FA4B8FC02BFC3FACC6742F6A4AFA3FB1E5853DE443F83F23B73A45F20DF63F2E2109148E98F33FF5566AC9EBC7F03FF6B27A3FEBC5EA3FF9B27A3FEBC5EA3FF6566AC9EBC7F03F2E2109148E98F33F24B73A45F20DF63FB3E5853DE443F83FACC6742F6A4AFA3F99FA4B8FC02BFC3F493F6811EAEEFD3F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_power_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C40CDCCCCCCCCCC08409A999999999905406666666666660240666666666666FE3F000000000000F83F989999999999F13F646666666666E63F686666666666E63F9A9999999999F13F000000000000F83F686666666666FE3F68666666666602409A99999999990540CECCCCCCCCCC08400000000000000C40"> : tensor<16xf64>
  %b = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.power %a, %b : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x1D4F5A5125E2973FFF3DE0FFD205AB3FFCA6B8D534CABC3FCE16CA381D95CC3F29B66C98990EDA3F555555555555E53FC2374CB4AC38EE3F6AEF97ADDC2EF13F182D20E8FACBED3FB03469B00FF1F03F000000000000F83F51506A6E32A60340B0163927BFE91140E8B99671B6C82140B44C1D726EF232400000000000704540"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 4 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @even_is_finite_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.is_finite %a : (tensor<16xf64>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @reduce_precision_e5m2_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.reduce_precision %a, format = e5m2 : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000004C000000000000000C0000000000000FCBF000000000000F8BF000000000000F0BF000000000000E4BF000000000000C8BF000000000000C83F000000000000E43F000000000000F03F000000000000F83F000000000000FC3F000000000000004000000000000004400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @reduce_precision_e4m3_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.reduce_precision %a, format = e4m3 : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000004C000000000000002C0000000000000FCBF000000000000F6BF000000000000F0BF000000000000E4BF000000000000CABF000000000000CA3F000000000000E43F000000000000F03F000000000000F63F000000000000FC3F000000000000024000000000000004400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @reduce_precision_e3m1_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.reduce_precision %a, format = e3m1 : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C000000000000008C000000000000000C000000000000000C0000000000000F8BF000000000000F0BF000000000000E0BF00000000000000800000000000000000000000000000E03F000000000000F03F000000000000F83F0000000000000040000000000000004000000000000008400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @reduce_precision_e8m7_float64() {
  %a = stablehlo.constant dense<"0x00000000000008C0CDCCCCCCCCCC04C09A999999999901C0CCCCCCCCCCCCFCBF666666666666F6BF000000000000F0BF303333333333E3BF909999999999C9BFA09999999999C93F343333333333E33F000000000000F03F686666666666F63FD0CCCCCCCCCCFC3F9A99999999990140CECCCCCCCCCC04400000000000000840"> : tensor<16xf64>
  %r0 = stablehlo.reduce_precision %a, format = e8m7 : tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000008C00000000000C004C00000000000A001C00000000000C0FCBF000000000060F6BF000000000000F0BF000000000040E3BF0000000000A0C9BF0000000000A0C93F000000000040E33F000000000000F03F000000000060F63F0000000000C0FC3F0000000000A001400000000000C004400000000000000840"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @select_float32_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  %c = stablehlo.constant dense<"0x0000E0BF"> : tensor<f32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f32>
  %w0 = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @select_scalar_float32_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  %c = stablehlo.constant dense<"0x0000E0BF"> : tensor<f32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f32>
  %w0 = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @clamp_float32_0() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %b = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  %c = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @clamp_whole_float32_0() {
  %a = stablehlo.constant dense<"0x0000E0BF"> : tensor<f32>
  %b = stablehlo.constant dense<"0x000000C0"> : tensor<f32>
  %c = stablehlo.constant dense<"0x0000803E"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<f32>
  %w0 = stablehlo.constant dense<"0x0000E0BF"> : tensor<f32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f32>, tensor<f32>
  return
}

// -----

func.func @select_float32_1() {
  %a = stablehlo.constant dense<"0x00010000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x0000E03F0000803E00000000000000C0"> : tensor<4xf32>
  %c = stablehlo.constant dense<"0x0000803F000040BF0000003F000040BF"> : tensor<4xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000803F0000803E0000003F000040BF"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @select_scalar_float32_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000E03F0000803E00000000000000C0"> : tensor<4xf32>
  %c = stablehlo.constant dense<"0x0000803F000040BF0000003F000040BF"> : tensor<4xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000E03F0000803E00000000000000C0"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @clamp_float32_1() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %b = stablehlo.constant dense<"0x0000E03F0000803E00000000000000C0"> : tensor<4xf32>
  %c = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000E03F0000803E0000000000000000"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @clamp_whole_float32_1() {
  %a = stablehlo.constant dense<"0x0000803F000040BF0000003F000040BF"> : tensor<4xf32>
  %b = stablehlo.constant dense<"0x0000E03F0000803E00000000000000C0"> : tensor<4xf32>
  %c = stablehlo.constant dense<"0x000040400000A03F000020400000A03F"> : tensor<4xf32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xf32>
  %w0 = stablehlo.constant dense<"0x0000E03F0000803E0000003F000040BF"> : tensor<4xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf32>, tensor<4xf32>
  return
}

// -----

func.func @select_float32_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xf32>
  %c = stablehlo.constant dense<> : tensor<3x0xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xf32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf32>, tensor<3x0xf32>
  return
}

// -----

func.func @select_scalar_float32_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xf32>
  %c = stablehlo.constant dense<> : tensor<3x0xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xf32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf32>, tensor<3x0xf32>
  return
}

// -----

func.func @clamp_float32_2() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %b = stablehlo.constant dense<> : tensor<3x0xf32>
  %c = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<3x0xf32>, tensor<f32>) -> tensor<3x0xf32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf32>, tensor<3x0xf32>
  return
}

// -----

func.func @clamp_whole_float32_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xf32>
  %b = stablehlo.constant dense<> : tensor<3x0xf32>
  %c = stablehlo.constant dense<> : tensor<3x0xf32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xf32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf32>, tensor<3x0xf32>
  return
}

// -----

func.func @select_float32_3() {
  %a = stablehlo.constant dense<"0x000001010100000101010001"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x0000C0BF0000003F000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  %c = stablehlo.constant dense<"0x000040BF000040BF0000803E000080BE000000C00000A0BF00000000000000BF0000E03F0000C03F000080BE000080BE"> : tensor<2x3x2xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000040BF000040BF000000000000A0BF0000E0BF0000A0BF000000000000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return
}

// -----

func.func @select_scalar_float32_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000C0BF0000003F000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  %c = stablehlo.constant dense<"0x000040BF000040BF0000803E000080BE000000C00000A0BF00000000000000BF0000E03F0000C03F000080BE000080BE"> : tensor<2x3x2xf32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x0000C0BF0000003F000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return
}

// -----

func.func @clamp_float32_3() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<f32>
  %b = stablehlo.constant dense<"0x0000C0BF0000003F000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  %c = stablehlo.constant dense<"0x00000040"> : tensor<f32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f32>, tensor<2x3x2xf32>, tensor<f32>) -> tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000000000000003F0000000000000000000000000000E03F0000C03F0000A03F0000803E0000803E000000000000A03F"> : tensor<2x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return
}

// -----

func.func @clamp_whole_float32_3() {
  %a = stablehlo.constant dense<"0x000040BF000040BF0000803E000080BE000000C00000A0BF00000000000000BF0000E03F0000C03F000080BE000080BE"> : tensor<2x3x2xf32>
  %b = stablehlo.constant dense<"0x0000C0BF0000003F000000000000A0BF0000E0BF0000E03F0000C03F0000A03F0000803E0000803E000080BE0000A03F"> : tensor<2x3x2xf32>
  %c = stablehlo.constant dense<"0x0000A03F0000A03F000010400000E03F000000000000403F000000400000C03F00007040000060400000E03F0000E03F"> : tensor<2x3x2xf32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xf32>
  %w0 = stablehlo.constant dense<"0x000040BF0000003F0000803E000080BE0000E0BF0000403F0000C03F0000A03F0000E03F0000C03F000080BE0000A03F"> : tensor<2x3x2xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf32>, tensor<2x3x2xf32>
  return
}

// -----

func.func @select_float64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  %c = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @select_scalar_float64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  %c = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @clamp_float64_0() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %b = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  %c = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<f64>, tensor<f64>) -> tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @clamp_whole_float64_0() {
  %a = stablehlo.constant dense<"0x000000000000F0BF"> : tensor<f64>
  %b = stablehlo.constant dense<"0x000000000000F43F"> : tensor<f64>
  %c = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<f64>
  %w0 = stablehlo.constant dense<"0x000000000000F03F"> : tensor<f64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f64>, tensor<f64>
  return
}

// -----

func.func @select_float64_1() {
  %a = stablehlo.constant dense<"0x00010000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000E0BF000000000000F8BF"> : tensor<4xf64>
  %c = stablehlo.constant dense<"0x000000000000F83F00000000000000C0000000000000E83F000000000000E03F"> : tensor<4xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F83F000000000000F03F000000000000E83F000000000000E03F"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @select_scalar_float64_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000E0BF000000000000F8BF"> : tensor<4xf64>
  %c = stablehlo.constant dense<"0x000000000000F83F00000000000000C0000000000000E83F000000000000E03F"> : tensor<4xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000E0BF000000000000F8BF"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @clamp_float64_1() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %b = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000E0BF000000000000F8BF"> : tensor<4xf64>
  %c = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<4xf64>, tensor<f64>) -> tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000F03F00000000000000000000000000000000"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @clamp_whole_float64_1() {
  %a = stablehlo.constant dense<"0x000000000000F83F00000000000000C0000000000000E83F000000000000E03F"> : tensor<4xf64>
  %b = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000E0BF000000000000F8BF"> : tensor<4xf64>
  %c = stablehlo.constant dense<"0x0000000000000C40000000000000000000000000000006400000000000000440"> : tensor<4xf64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F83F0000000000000000000000000000E83F000000000000E03F"> : tensor<4xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf64>, tensor<4xf64>
  return
}

// -----

func.func @select_float64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xf64>
  %c = stablehlo.constant dense<> : tensor<3x0xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xf64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf64>, tensor<3x0xf64>
  return
}

// -----

func.func @select_scalar_float64_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xf64>
  %c = stablehlo.constant dense<> : tensor<3x0xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xf64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf64>, tensor<3x0xf64>
  return
}

// -----

func.func @clamp_float64_2() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %b = stablehlo.constant dense<> : tensor<3x0xf64>
  %c = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<3x0xf64>, tensor<f64>) -> tensor<3x0xf64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf64>, tensor<3x0xf64>
  return
}

// -----

func.func @clamp_whole_float64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xf64>
  %b = stablehlo.constant dense<> : tensor<3x0xf64>
  %c = stablehlo.constant dense<> : tensor<3x0xf64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xf64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf64>, tensor<3x0xf64>
  return
}

// -----

func.func @select_float64_3() {
  %a = stablehlo.constant dense<"0x010000010000000101010101"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000D0BF000000000000F83F000000000000004000000000000000000000000000000000000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  %c = stablehlo.constant dense<"0x000000000000D0BF000000000000F4BF000000000000E8BF000000000000F8BF000000000000E03F000000000000E0BF000000000000E03F000000000000E0BF000000000000F4BF000000000000F4BF000000000000F0BF000000000000F83F"> : tensor<2x3x2xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000F4BF000000000000E8BF000000000000F83F000000000000E03F000000000000E0BF000000000000E03F000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf64>, tensor<2x3x2xf64>
  return
}

// -----

func.func @select_scalar_float64_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000D0BF000000000000F83F000000000000004000000000000000000000000000000000000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  %c = stablehlo.constant dense<"0x000000000000D0BF000000000000F4BF000000000000E8BF000000000000F8BF000000000000E03F000000000000E0BF000000000000E03F000000000000E0BF000000000000F4BF000000000000F4BF000000000000F0BF000000000000F83F"> : tensor<2x3x2xf64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000D0BF000000000000F83F000000000000004000000000000000000000000000000000000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf64>, tensor<2x3x2xf64>
  return
}

// -----

func.func @clamp_float64_3() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<f64>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000D0BF000000000000F83F000000000000004000000000000000000000000000000000000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  %c = stablehlo.constant dense<"0x0000000000000040"> : tensor<f64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f64>, tensor<2x3x2xf64>, tensor<f64>) -> tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000000E83F0000000000000000000000000000F83F000000000000004000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000F43F0000000000000000"> : tensor<2x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf64>, tensor<2x3x2xf64>
  return
}

// -----

func.func @clamp_whole_float64_3() {
  %a = stablehlo.constant dense<"0x000000000000D0BF000000000000F4BF000000000000E8BF000000000000F8BF000000000000E03F000000000000E0BF000000000000E03F000000000000E0BF000000000000F4BF000000000000F4BF000000000000F0BF000000000000F83F"> : tensor<2x3x2xf64>
  %b = stablehlo.constant dense<"0x000000000000F4BF000000000000E83F000000000000D0BF000000000000F83F000000000000004000000000000000000000000000000000000000000000FCBF000000000000D0BF000000000000F8BF000000000000F43F000000000000D0BF"> : tensor<2x3x2xf64>
  %c = stablehlo.constant dense<"0x000000000000FC3F000000000000E83F000000000000F43F000000000000E03F0000000000000440000000000000F83F0000000000000440000000000000F83F000000000000E83F000000000000E83F000000000000F03F0000000000000C40"> : tensor<2x3x2xf64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xf64>
  %w0 = stablehlo.constant dense<"0x000000000000D0BF000000000000E83F000000000000D0BF000000000000E03F00000000000000400000000000000000000000000000E03F000000000000E0BF000000000000D0BF000000000000F4BF000000000000F03F000000000000F83F"> : tensor<2x3x2xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf64>, tensor<2x3x2xf64>
  return
}

// -----

func.func @select_bfloat16_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  %c = stablehlo.constant dense<"0x00BF"> : tensor<bf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<bf16>
  %w0 = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<bf16>, tensor<bf16>
  return
}

// -----

func.func @select_scalar_bfloat16_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  %c = stablehlo.constant dense<"0x00BF"> : tensor<bf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<bf16>
  %w0 = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<bf16>, tensor<bf16>
  return
}

// -----

func.func @clamp_bfloat16_0() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<bf16>, tensor<bf16>, tensor<bf16>) -> tensor<bf16>
  %w0 = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<bf16>, tensor<bf16>
  return
}

// -----

func.func @clamp_whole_bfloat16_0() {
  %a = stablehlo.constant dense<"0x00BF"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  %c = stablehlo.constant dense<"0xC03F"> : tensor<bf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<bf16>
  %w0 = stablehlo.constant dense<"0x403F"> : tensor<bf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<bf16>, tensor<bf16>
  return
}

// -----

func.func @select_bfloat16_1() {
  %a = stablehlo.constant dense<"0x00000100"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0xA0BF80BF803FA03F"> : tensor<4xbf16>
  %c = stablehlo.constant dense<"0xA0BF803E00400000"> : tensor<4xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0xA0BF803E803F0000"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @select_scalar_bfloat16_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xA0BF80BF803FA03F"> : tensor<4xbf16>
  %c = stablehlo.constant dense<"0xA0BF803E00400000"> : tensor<4xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0xA0BF80BF803FA03F"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @clamp_bfloat16_1() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %b = stablehlo.constant dense<"0xA0BF80BF803FA03F"> : tensor<4xbf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<bf16>, tensor<4xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0x00000000803FA03F"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @clamp_whole_bfloat16_1() {
  %a = stablehlo.constant dense<"0xA0BF803E00400000"> : tensor<4xbf16>
  %b = stablehlo.constant dense<"0xA0BF80BF803FA03F"> : tensor<4xbf16>
  %c = stablehlo.constant dense<"0x403F104080400040"> : tensor<4xbf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xbf16>
  %w0 = stablehlo.constant dense<"0xA0BF803E0040A03F"> : tensor<4xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xbf16>, tensor<4xbf16>
  return
}

// -----

func.func @select_bfloat16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xbf16>
  %c = stablehlo.constant dense<> : tensor<3x0xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xbf16>, tensor<3x0xbf16>
  return
}

// -----

func.func @select_scalar_bfloat16_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xbf16>
  %c = stablehlo.constant dense<> : tensor<3x0xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xbf16>, tensor<3x0xbf16>
  return
}

// -----

func.func @clamp_bfloat16_2() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %b = stablehlo.constant dense<> : tensor<3x0xbf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<bf16>, tensor<3x0xbf16>, tensor<bf16>) -> tensor<3x0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xbf16>, tensor<3x0xbf16>
  return
}

// -----

func.func @clamp_whole_bfloat16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xbf16>
  %b = stablehlo.constant dense<> : tensor<3x0xbf16>
  %c = stablehlo.constant dense<> : tensor<3x0xbf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xbf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xbf16>, tensor<3x0xbf16>
  return
}

// -----

func.func @select_bfloat16_3() {
  %a = stablehlo.constant dense<"0x010101000101000100010001"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x80BFA0BF40BFE0BF803EC0BF003F0000403FC0BFE0BFC0BF"> : tensor<2x3x2xbf16>
  %c = stablehlo.constant dense<"0x80BFE03F00000040C0BF803F0040A03F004000000000403F"> : tensor<2x3x2xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x80BFA0BF40BF0040803EC0BF004000000040C0BF0000C0BF"> : tensor<2x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xbf16>, tensor<2x3x2xbf16>
  return
}

// -----

func.func @select_scalar_bfloat16_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x80BFA0BF40BFE0BF803EC0BF003F0000403FC0BFE0BFC0BF"> : tensor<2x3x2xbf16>
  %c = stablehlo.constant dense<"0x80BFE03F00000040C0BF803F0040A03F004000000000403F"> : tensor<2x3x2xbf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x80BFA0BF40BFE0BF803EC0BF003F0000403FC0BFE0BFC0BF"> : tensor<2x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xbf16>, tensor<2x3x2xbf16>
  return
}

// -----

func.func @clamp_bfloat16_3() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<bf16>
  %b = stablehlo.constant dense<"0x80BFA0BF40BFE0BF803EC0BF003F0000403FC0BFE0BFC0BF"> : tensor<2x3x2xbf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<bf16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<bf16>, tensor<2x3x2xbf16>, tensor<bf16>) -> tensor<2x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x0000000000000000803E0000003F0000403F000000000000"> : tensor<2x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xbf16>, tensor<2x3x2xbf16>
  return
}

// -----

func.func @clamp_whole_bfloat16_3() {
  %a = stablehlo.constant dense<"0x80BFE03F00000040C0BF803F0040A03F004000000000403F"> : tensor<2x3x2xbf16>
  %b = stablehlo.constant dense<"0x80BFA0BF40BFE0BF803EC0BF003F0000403FC0BFE0BFC0BF"> : tensor<2x3x2xbf16>
  %c = stablehlo.constant dense<"0x803F704000408040003F4040804050408040004000403040"> : tensor<2x3x2xbf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xbf16>
  %w0 = stablehlo.constant dense<"0x80BFE03F00000040803E803F0040A03F004000000000403F"> : tensor<2x3x2xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xbf16>, tensor<2x3x2xbf16>
  return
}

// -----

func.func @select_float16_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %c = stablehlo.constant dense<"0x00B8"> : tensor<f16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<f16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @select_scalar_float16_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %c = stablehlo.constant dense<"0x00B8"> : tensor<f16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<f16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<f16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @clamp_float16_0() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f16>, tensor<f16>, tensor<f16>) -> tensor<f16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<f16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @clamp_whole_float16_0() {
  %a = stablehlo.constant dense<"0x00B8"> : tensor<f16>
  %b = stablehlo.constant dense<"0x003C"> : tensor<f16>
  %c = stablehlo.constant dense<"0x003E"> : tensor<f16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<f16>
  %w0 = stablehlo.constant dense<"0x003C"> : tensor<f16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<f16>, tensor<f16>
  return
}

// -----

func.func @select_float16_1() {
  %a = stablehlo.constant dense<"0x00000101"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x00BC003E003800BC"> : tensor<4xf16>
  %c = stablehlo.constant dense<"0x00BA00B400BF003F"> : tensor<4xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x00BA00B4003800BC"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @select_scalar_float16_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00BC003E003800BC"> : tensor<4xf16>
  %c = stablehlo.constant dense<"0x00BA00B400BF003F"> : tensor<4xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x00BC003E003800BC"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @clamp_float16_1() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %b = stablehlo.constant dense<"0x00BC003E003800BC"> : tensor<4xf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f16>, tensor<4xf16>, tensor<f16>) -> tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x0000003E00380000"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @clamp_whole_float16_1() {
  %a = stablehlo.constant dense<"0x00BA00B400BF003F"> : tensor<4xf16>
  %b = stablehlo.constant dense<"0x00BC003E003800BC"> : tensor<4xf16>
  %c = stablehlo.constant dense<"0x003D003F00348043"> : tensor<4xf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xf16>
  %w0 = stablehlo.constant dense<"0x00BA003E0034003F"> : tensor<4xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xf16>, tensor<4xf16>
  return
}

// -----

func.func @select_float16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xf16>
  %c = stablehlo.constant dense<> : tensor<3x0xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf16>, tensor<3x0xf16>
  return
}

// -----

func.func @select_scalar_float16_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xf16>
  %c = stablehlo.constant dense<> : tensor<3x0xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf16>, tensor<3x0xf16>
  return
}

// -----

func.func @clamp_float16_2() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %b = stablehlo.constant dense<> : tensor<3x0xf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f16>, tensor<3x0xf16>, tensor<f16>) -> tensor<3x0xf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf16>, tensor<3x0xf16>
  return
}

// -----

func.func @clamp_whole_float16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xf16>
  %b = stablehlo.constant dense<> : tensor<3x0xf16>
  %c = stablehlo.constant dense<> : tensor<3x0xf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xf16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xf16>, tensor<3x0xf16>
  return
}

// -----

func.func @select_float16_3() {
  %a = stablehlo.constant dense<"0x010000000000010100010000"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x00BC0000003D003800B800340038004000B4000000BA003E"> : tensor<2x3x2xf16>
  %c = stablehlo.constant dense<"0x00BF004000B8003D00BA003F003400B4003D00B800400038"> : tensor<2x3x2xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xf16>
  %w0 = stablehlo.constant dense<"0x00BC004000B8003D00BA003F00380040003D000000400038"> : tensor<2x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf16>, tensor<2x3x2xf16>
  return
}

// -----

func.func @select_scalar_float16_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00BC0000003D003800B800340038004000B4000000BA003E"> : tensor<2x3x2xf16>
  %c = stablehlo.constant dense<"0x00BF004000B8003D00BA003F003400B4003D00B800400038"> : tensor<2x3x2xf16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xf16>
  %w0 = stablehlo.constant dense<"0x00BC0000003D003800B800340038004000B4000000BA003E"> : tensor<2x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf16>, tensor<2x3x2xf16>
  return
}

// -----

func.func @clamp_float16_3() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<f16>
  %b = stablehlo.constant dense<"0x00BC0000003D003800B800340038004000B4000000BA003E"> : tensor<2x3x2xf16>
  %c = stablehlo.constant dense<"0x0040"> : tensor<f16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<f16>, tensor<2x3x2xf16>, tensor<f16>) -> tensor<2x3x2xf16>
  %w0 = stablehlo.constant dense<"0x00000000003D00380000003400380040000000000000003E"> : tensor<2x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf16>, tensor<2x3x2xf16>
  return
}

// -----

func.func @clamp_whole_float16_3() {
  %a = stablehlo.constant dense<"0x00BF004000B8003D00BA003F003400B4003D00B800400038"> : tensor<2x3x2xf16>
  %b = stablehlo.constant dense<"0x00BC0000003D003800B800340038004000B4000000BA003E"> : tensor<2x3x2xf16>
  %c = stablehlo.constant dense<"0x00340044003E8042003D80438040003F8042003E00440041"> : tensor<2x3x2xf16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xf16>
  %w0 = stablehlo.constant dense<"0x00BC0040003D003D00B8003F0038003F003D00000040003E"> : tensor<2x3x2xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xf16>, tensor<2x3x2xf16>
  return
}

// -----

func.func @select_int32_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @select_scalar_int32_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @clamp_int32_0() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<i32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @clamp_whole_int32_0() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<i32>
  %w0 = stablehlo.constant dense<"0x01000000"> : tensor<i32>
  check.expect_eq %r0, %w0 : tensor<i32>
  return
}

// -----

func.func @select_int32_1() {
  %a = stablehlo.constant dense<"0x01000101"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF01000000"> : tensor<4xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFF02000000FDFFFFFF00000000"> : tensor<4xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF02000000FDFFFFFF01000000"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @select_scalar_int32_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF01000000"> : tensor<4xi32>
  %c = stablehlo.constant dense<"0xFFFFFFFF02000000FDFFFFFF00000000"> : tensor<4xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF01000000"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @clamp_int32_1() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF01000000"> : tensor<4xi32>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<4xi32>, tensor<i32>) -> tensor<4xi32>
  %w0 = stablehlo.constant dense<"0x00000000000000000000000001000000"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @clamp_whole_int32_1() {
  %a = stablehlo.constant dense<"0xFFFFFFFF02000000FDFFFFFF00000000"> : tensor<4xi32>
  %b = stablehlo.constant dense<"0xFEFFFFFFFCFFFFFFFDFFFFFF01000000"> : tensor<4xi32>
  %c = stablehlo.constant dense<"0x0100000004000000FFFFFFFF02000000"> : tensor<4xi32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xi32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFF02000000FDFFFFFF01000000"> : tensor<4xi32>
  check.expect_eq %r0, %w0 : tensor<4xi32>
  return
}

// -----

func.func @select_int32_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xi32>
  %c = stablehlo.constant dense<> : tensor<3x0xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xi32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi32>
  check.expect_eq %r0, %w0 : tensor<3x0xi32>
  return
}

// -----

func.func @select_scalar_int32_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xi32>
  %c = stablehlo.constant dense<> : tensor<3x0xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xi32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi32>
  check.expect_eq %r0, %w0 : tensor<3x0xi32>
  return
}

// -----

func.func @clamp_int32_2() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<> : tensor<3x0xi32>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<3x0xi32>, tensor<i32>) -> tensor<3x0xi32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi32>
  check.expect_eq %r0, %w0 : tensor<3x0xi32>
  return
}

// -----

func.func @clamp_whole_int32_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi32>
  %b = stablehlo.constant dense<> : tensor<3x0xi32>
  %c = stablehlo.constant dense<> : tensor<3x0xi32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xi32>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi32>
  check.expect_eq %r0, %w0 : tensor<3x0xi32>
  return
}

// -----

func.func @select_int32_3() {
  %a = stablehlo.constant dense<"0x010001010101010101010000"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0xFEFFFFFF03000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000"> : tensor<2x3x2xi32>
  %c = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFFFFFFFFFF01000000040000000200000001000000FEFFFFFFFDFFFFFF03000000FCFFFFFF"> : tensor<2x3x2xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF00000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFF03000000FCFFFFFF"> : tensor<2x3x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi32>
  return
}

// -----

func.func @select_scalar_int32_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFEFFFFFF03000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000"> : tensor<2x3x2xi32>
  %c = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFFFFFFFFFF01000000040000000200000001000000FEFFFFFFFDFFFFFF03000000FCFFFFFF"> : tensor<2x3x2xi32>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF03000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000"> : tensor<2x3x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi32>
  return
}

// -----

func.func @clamp_int32_3() {
  %a = stablehlo.constant dense<"0x00000000"> : tensor<i32>
  %b = stablehlo.constant dense<"0xFEFFFFFF03000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000"> : tensor<2x3x2xi32>
  %c = stablehlo.constant dense<"0x02000000"> : tensor<i32>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i32>, tensor<2x3x2xi32>, tensor<i32>) -> tensor<2x3x2xi32>
  %w0 = stablehlo.constant dense<"0x000000000200000002000000010000000100000000000000000000000000000000000000000000000000000002000000"> : tensor<2x3x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi32>
  return
}

// -----

func.func @clamp_whole_int32_3() {
  %a = stablehlo.constant dense<"0xFEFFFFFF00000000FFFFFFFFFFFFFFFF01000000040000000200000001000000FEFFFFFFFDFFFFFF03000000FCFFFFFF"> : tensor<2x3x2xi32>
  %b = stablehlo.constant dense<"0xFEFFFFFF03000000030000000100000001000000FEFFFFFFFDFFFFFFFDFFFFFFFEFFFFFFFFFFFFFFFCFFFFFF03000000"> : tensor<2x3x2xi32>
  %c = stablehlo.constant dense<"0x000000000200000001000000010000000300000006000000040000000300000000000000FFFFFFFF05000000FEFFFFFF"> : tensor<2x3x2xi32>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xi32>
  %w0 = stablehlo.constant dense<"0xFEFFFFFF02000000010000000100000001000000040000000200000001000000FEFFFFFFFFFFFFFF03000000FEFFFFFF"> : tensor<2x3x2xi32>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi32>
  return
}

// -----

func.func @select_int8_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFE"> : tensor<i8>
  %c = stablehlo.constant dense<"0xFD"> : tensor<i8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i8>
  %w0 = stablehlo.constant dense<"0xFD"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @select_scalar_int8_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFE"> : tensor<i8>
  %c = stablehlo.constant dense<"0xFD"> : tensor<i8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i8>
  %w0 = stablehlo.constant dense<"0xFE"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @clamp_int8_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i8>
  %b = stablehlo.constant dense<"0xFE"> : tensor<i8>
  %c = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i8>, tensor<i8>, tensor<i8>) -> tensor<i8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @clamp_whole_int8_0() {
  %a = stablehlo.constant dense<"0xFD"> : tensor<i8>
  %b = stablehlo.constant dense<"0xFE"> : tensor<i8>
  %c = stablehlo.constant dense<"0xFF"> : tensor<i8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<i8>
  %w0 = stablehlo.constant dense<"0xFE"> : tensor<i8>
  check.expect_eq %r0, %w0 : tensor<i8>
  return
}

// -----

func.func @select_int8_1() {
  %a = stablehlo.constant dense<"0x01000000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0xFF04FFFF"> : tensor<4xi8>
  %c = stablehlo.constant dense<"0x030204FF"> : tensor<4xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xi8>
  %w0 = stablehlo.constant dense<"0xFF0204FF"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @select_scalar_int8_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFF04FFFF"> : tensor<4xi8>
  %c = stablehlo.constant dense<"0x030204FF"> : tensor<4xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xi8>
  %w0 = stablehlo.constant dense<"0xFF04FFFF"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @clamp_int8_1() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i8>
  %b = stablehlo.constant dense<"0xFF04FFFF"> : tensor<4xi8>
  %c = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i8>, tensor<4xi8>, tensor<i8>) -> tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x00020000"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @clamp_whole_int8_1() {
  %a = stablehlo.constant dense<"0x030204FF"> : tensor<4xi8>
  %b = stablehlo.constant dense<"0xFF04FFFF"> : tensor<4xi8>
  %c = stablehlo.constant dense<"0x05040601"> : tensor<4xi8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xi8>
  %w0 = stablehlo.constant dense<"0x030404FF"> : tensor<4xi8>
  check.expect_eq %r0, %w0 : tensor<4xi8>
  return
}

// -----

func.func @select_int8_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xi8>
  %c = stablehlo.constant dense<> : tensor<3x0xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xi8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi8>
  check.expect_eq %r0, %w0 : tensor<3x0xi8>
  return
}

// -----

func.func @select_scalar_int8_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xi8>
  %c = stablehlo.constant dense<> : tensor<3x0xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xi8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi8>
  check.expect_eq %r0, %w0 : tensor<3x0xi8>
  return
}

// -----

func.func @clamp_int8_2() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i8>
  %b = stablehlo.constant dense<> : tensor<3x0xi8>
  %c = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i8>, tensor<3x0xi8>, tensor<i8>) -> tensor<3x0xi8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi8>
  check.expect_eq %r0, %w0 : tensor<3x0xi8>
  return
}

// -----

func.func @clamp_whole_int8_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi8>
  %b = stablehlo.constant dense<> : tensor<3x0xi8>
  %c = stablehlo.constant dense<> : tensor<3x0xi8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xi8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi8>
  check.expect_eq %r0, %w0 : tensor<3x0xi8>
  return
}

// -----

func.func @select_int8_3() {
  %a = stablehlo.constant dense<"0x000001000101000001000101"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x020301040201000201FC0303"> : tensor<2x3x2xi8>
  %c = stablehlo.constant dense<"0xFDFCFFFFFCFCFD0303040104"> : tensor<2x3x2xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xi8>
  %w0 = stablehlo.constant dense<"0xFDFC01FF0201FD0301040303"> : tensor<2x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi8>
  return
}

// -----

func.func @select_scalar_int8_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x020301040201000201FC0303"> : tensor<2x3x2xi8>
  %c = stablehlo.constant dense<"0xFDFCFFFFFCFCFD0303040104"> : tensor<2x3x2xi8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xi8>
  %w0 = stablehlo.constant dense<"0x020301040201000201FC0303"> : tensor<2x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi8>
  return
}

// -----

func.func @clamp_int8_3() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i8>
  %b = stablehlo.constant dense<"0x020301040201000201FC0303"> : tensor<2x3x2xi8>
  %c = stablehlo.constant dense<"0x02"> : tensor<i8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i8>, tensor<2x3x2xi8>, tensor<i8>) -> tensor<2x3x2xi8>
  %w0 = stablehlo.constant dense<"0x020201020201000201000202"> : tensor<2x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi8>
  return
}

// -----

func.func @clamp_whole_int8_3() {
  %a = stablehlo.constant dense<"0xFDFCFFFFFCFCFD0303040104"> : tensor<2x3x2xi8>
  %b = stablehlo.constant dense<"0x020301040201000201FC0303"> : tensor<2x3x2xi8>
  %c = stablehlo.constant dense<"0xFFFE0101FEFEFF0505060306"> : tensor<2x3x2xi8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xi8>
  %w0 = stablehlo.constant dense<"0xFFFE0101FEFEFF0303040304"> : tensor<2x3x2xi8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi8>
  return
}

// -----

func.func @select_uint8_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui8>
  %w0 = stablehlo.constant dense<"0x02"> : tensor<ui8>
  check.expect_eq %r0, %w0 : tensor<ui8>
  return
}

// -----

func.func @select_scalar_uint8_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<ui8>
  check.expect_eq %r0, %w0 : tensor<ui8>
  return
}

// -----

func.func @clamp_uint8_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui8>, tensor<ui8>, tensor<ui8>) -> tensor<ui8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<ui8>
  check.expect_eq %r0, %w0 : tensor<ui8>
  return
}

// -----

func.func @clamp_whole_uint8_0() {
  %a = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %b = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %c = stablehlo.constant dense<"0x04"> : tensor<ui8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<ui8>
  %w0 = stablehlo.constant dense<"0x02"> : tensor<ui8>
  check.expect_eq %r0, %w0 : tensor<ui8>
  return
}

// -----

func.func @select_uint8_1() {
  %a = stablehlo.constant dense<"0x01000000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x02040001"> : tensor<4xui8>
  %c = stablehlo.constant dense<"0x03020301"> : tensor<4xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xui8>
  %w0 = stablehlo.constant dense<"0x02020301"> : tensor<4xui8>
  check.expect_eq %r0, %w0 : tensor<4xui8>
  return
}

// -----

func.func @select_scalar_uint8_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x02040001"> : tensor<4xui8>
  %c = stablehlo.constant dense<"0x03020301"> : tensor<4xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xui8>
  %w0 = stablehlo.constant dense<"0x02040001"> : tensor<4xui8>
  check.expect_eq %r0, %w0 : tensor<4xui8>
  return
}

// -----

func.func @clamp_uint8_1() {
  %a = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %b = stablehlo.constant dense<"0x02040001"> : tensor<4xui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui8>, tensor<4xui8>, tensor<ui8>) -> tensor<4xui8>
  %w0 = stablehlo.constant dense<"0x02020001"> : tensor<4xui8>
  check.expect_eq %r0, %w0 : tensor<4xui8>
  return
}

// -----

func.func @clamp_whole_uint8_1() {
  %a = stablehlo.constant dense<"0x03020301"> : tensor<4xui8>
  %b = stablehlo.constant dense<"0x02040001"> : tensor<4xui8>
  %c = stablehlo.constant dense<"0x05040503"> : tensor<4xui8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xui8>
  %w0 = stablehlo.constant dense<"0x03040301"> : tensor<4xui8>
  check.expect_eq %r0, %w0 : tensor<4xui8>
  return
}

// -----

func.func @select_uint8_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xui8>
  %c = stablehlo.constant dense<> : tensor<3x0xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xui8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui8>
  check.expect_eq %r0, %w0 : tensor<3x0xui8>
  return
}

// -----

func.func @select_scalar_uint8_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xui8>
  %c = stablehlo.constant dense<> : tensor<3x0xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xui8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui8>
  check.expect_eq %r0, %w0 : tensor<3x0xui8>
  return
}

// -----

func.func @clamp_uint8_2() {
  %a = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %b = stablehlo.constant dense<> : tensor<3x0xui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui8>, tensor<3x0xui8>, tensor<ui8>) -> tensor<3x0xui8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui8>
  check.expect_eq %r0, %w0 : tensor<3x0xui8>
  return
}

// -----

func.func @clamp_whole_uint8_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xui8>
  %b = stablehlo.constant dense<> : tensor<3x0xui8>
  %c = stablehlo.constant dense<> : tensor<3x0xui8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xui8>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui8>
  check.expect_eq %r0, %w0 : tensor<3x0xui8>
  return
}

// -----

func.func @select_uint8_3() {
  %a = stablehlo.constant dense<"0x000101010100000000010100"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x010202020102040002010303"> : tensor<2x3x2xui8>
  %c = stablehlo.constant dense<"0x000100030400040201030100"> : tensor<2x3x2xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xui8>
  %w0 = stablehlo.constant dense<"0x000202020100040201010300"> : tensor<2x3x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui8>
  return
}

// -----

func.func @select_scalar_uint8_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x010202020102040002010303"> : tensor<2x3x2xui8>
  %c = stablehlo.constant dense<"0x000100030400040201030100"> : tensor<2x3x2xui8>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xui8>
  %w0 = stablehlo.constant dense<"0x010202020102040002010303"> : tensor<2x3x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui8>
  return
}

// -----

func.func @clamp_uint8_3() {
  %a = stablehlo.constant dense<"0x00"> : tensor<ui8>
  %b = stablehlo.constant dense<"0x010202020102040002010303"> : tensor<2x3x2xui8>
  %c = stablehlo.constant dense<"0x02"> : tensor<ui8>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui8>, tensor<2x3x2xui8>, tensor<ui8>) -> tensor<2x3x2xui8>
  %w0 = stablehlo.constant dense<"0x010202020102020002010202"> : tensor<2x3x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui8>
  return
}

// -----

func.func @clamp_whole_uint8_3() {
  %a = stablehlo.constant dense<"0x000100030400040201030100"> : tensor<2x3x2xui8>
  %b = stablehlo.constant dense<"0x010202020102040002010303"> : tensor<2x3x2xui8>
  %c = stablehlo.constant dense<"0x020302050602060403050302"> : tensor<2x3x2xui8>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xui8>
  %w0 = stablehlo.constant dense<"0x010202030402040202030302"> : tensor<2x3x2xui8>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui8>
  return
}

// -----

func.func @select_int64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  %c = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @select_scalar_int64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  %c = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @clamp_int64_0() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<i64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @clamp_whole_int64_0() {
  %a = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFF"> : tensor<i64>
  %c = stablehlo.constant dense<"0x0300000000000000"> : tensor<i64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<i64>
  %w0 = stablehlo.constant dense<"0x0100000000000000"> : tensor<i64>
  check.expect_eq %r0, %w0 : tensor<i64>
  return
}

// -----

func.func @select_int64_1() {
  %a = stablehlo.constant dense<"0x01000100"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
  %c = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<4xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x04000000000000000100000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @select_scalar_int64_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
  %c = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<4xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @clamp_int64_1() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i64>, tensor<4xi64>, tensor<i64>) -> tensor<4xi64>
  %w0 = stablehlo.constant dense<"0x0200000000000000020000000000000000000000000000000000000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @clamp_whole_int64_1() {
  %a = stablehlo.constant dense<"0xFCFFFFFFFFFFFFFF0100000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<4xi64>
  %b = stablehlo.constant dense<"0x04000000000000000200000000000000FDFFFFFFFFFFFFFF0000000000000000"> : tensor<4xi64>
  %c = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF0300000000000000FFFFFFFFFFFFFFFF0300000000000000"> : tensor<4xi64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xi64>
  %w0 = stablehlo.constant dense<"0xFEFFFFFFFFFFFFFF0200000000000000FDFFFFFFFFFFFFFF0100000000000000"> : tensor<4xi64>
  check.expect_eq %r0, %w0 : tensor<4xi64>
  return
}

// -----

func.func @select_int64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xi64>
  %c = stablehlo.constant dense<> : tensor<3x0xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi64>
  check.expect_eq %r0, %w0 : tensor<3x0xi64>
  return
}

// -----

func.func @select_scalar_int64_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xi64>
  %c = stablehlo.constant dense<> : tensor<3x0xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi64>
  check.expect_eq %r0, %w0 : tensor<3x0xi64>
  return
}

// -----

func.func @clamp_int64_2() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<> : tensor<3x0xi64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i64>, tensor<3x0xi64>, tensor<i64>) -> tensor<3x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi64>
  check.expect_eq %r0, %w0 : tensor<3x0xi64>
  return
}

// -----

func.func @clamp_whole_int64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi64>
  %b = stablehlo.constant dense<> : tensor<3x0xi64>
  %c = stablehlo.constant dense<> : tensor<3x0xi64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xi64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi64>
  check.expect_eq %r0, %w0 : tensor<3x0xi64>
  return
}

// -----

func.func @select_int64_3() {
  %a = stablehlo.constant dense<"0x000100000001010000010100"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000004000000000000000000000000000000040000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %c = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000300000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF040000000000000004000000000000000100000000000000FDFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF02000000000000000300000000000000FCFFFFFFFFFFFFFF00000000000000000400000000000000FEFFFFFFFFFFFFFF040000000000000002000000000000000200000000000000FDFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi64>
  return
}

// -----

func.func @select_scalar_int64_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000004000000000000000000000000000000040000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %c = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000300000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF040000000000000004000000000000000100000000000000FDFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000004000000000000000000000000000000040000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi64>
  return
}

// -----

func.func @clamp_int64_3() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<i64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000004000000000000000000000000000000040000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<i64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<i64>, tensor<2x3x2xi64>, tensor<i64>) -> tensor<2x3x2xi64>
  %w0 = stablehlo.constant dense<"0x000000000000000000000000000000000200000000000000000000000000000000000000000000000000000000000000020000000000000000000000000000000200000000000000020000000000000002000000000000000000000000000000"> : tensor<2x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi64>
  return
}

// -----

func.func @clamp_whole_int64_3() {
  %a = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF02000000000000000300000000000000FCFFFFFFFFFFFFFFFCFFFFFFFFFFFFFF0400000000000000FEFFFFFFFFFFFFFF040000000000000004000000000000000100000000000000FDFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %b = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF0400000000000000FCFFFFFFFFFFFFFFFDFFFFFFFFFFFFFF000000000000000004000000000000000000000000000000040000000000000002000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %c = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000500000000000000FEFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF06000000000000000000000000000000060000000000000006000000000000000300000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xi64>
  %w0 = stablehlo.constant dense<"0xFDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000300000000000000FDFFFFFFFFFFFFFFFEFFFFFFFFFFFFFF04000000000000000000000000000000040000000000000004000000000000000200000000000000FFFFFFFFFFFFFFFF"> : tensor<2x3x2xi64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi64>
  return
}

// -----

func.func @select_uint16_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @select_scalar_uint16_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @clamp_uint16_0() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui16>, tensor<ui16>, tensor<ui16>) -> tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @clamp_whole_uint16_0() {
  %a = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  %c = stablehlo.constant dense<"0x0400"> : tensor<ui16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<ui16>
  %w0 = stablehlo.constant dense<"0x0300"> : tensor<ui16>
  check.expect_eq %r0, %w0 : tensor<ui16>
  return
}

// -----

func.func @select_uint16_1() {
  %a = stablehlo.constant dense<"0x01000000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x0100010003000400"> : tensor<4xui16>
  %c = stablehlo.constant dense<"0x0300020003000000"> : tensor<4xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xui16>
  %w0 = stablehlo.constant dense<"0x0100020003000000"> : tensor<4xui16>
  check.expect_eq %r0, %w0 : tensor<4xui16>
  return
}

// -----

func.func @select_scalar_uint16_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0100010003000400"> : tensor<4xui16>
  %c = stablehlo.constant dense<"0x0300020003000000"> : tensor<4xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xui16>
  %w0 = stablehlo.constant dense<"0x0100010003000400"> : tensor<4xui16>
  check.expect_eq %r0, %w0 : tensor<4xui16>
  return
}

// -----

func.func @clamp_uint16_1() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x0100010003000400"> : tensor<4xui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui16>, tensor<4xui16>, tensor<ui16>) -> tensor<4xui16>
  %w0 = stablehlo.constant dense<"0x0100010002000200"> : tensor<4xui16>
  check.expect_eq %r0, %w0 : tensor<4xui16>
  return
}

// -----

func.func @clamp_whole_uint16_1() {
  %a = stablehlo.constant dense<"0x0300020003000000"> : tensor<4xui16>
  %b = stablehlo.constant dense<"0x0100010003000400"> : tensor<4xui16>
  %c = stablehlo.constant dense<"0x0500040005000200"> : tensor<4xui16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xui16>
  %w0 = stablehlo.constant dense<"0x0300020003000200"> : tensor<4xui16>
  check.expect_eq %r0, %w0 : tensor<4xui16>
  return
}

// -----

func.func @select_uint16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xui16>
  %c = stablehlo.constant dense<> : tensor<3x0xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xui16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui16>
  check.expect_eq %r0, %w0 : tensor<3x0xui16>
  return
}

// -----

func.func @select_scalar_uint16_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xui16>
  %c = stablehlo.constant dense<> : tensor<3x0xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xui16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui16>
  check.expect_eq %r0, %w0 : tensor<3x0xui16>
  return
}

// -----

func.func @clamp_uint16_2() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %b = stablehlo.constant dense<> : tensor<3x0xui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui16>, tensor<3x0xui16>, tensor<ui16>) -> tensor<3x0xui16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui16>
  check.expect_eq %r0, %w0 : tensor<3x0xui16>
  return
}

// -----

func.func @clamp_whole_uint16_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xui16>
  %b = stablehlo.constant dense<> : tensor<3x0xui16>
  %c = stablehlo.constant dense<> : tensor<3x0xui16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xui16>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui16>
  check.expect_eq %r0, %w0 : tensor<3x0xui16>
  return
}

// -----

func.func @select_uint16_3() {
  %a = stablehlo.constant dense<"0x010101000101010101010000"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x010002000000020002000300030004000000040004000400"> : tensor<2x3x2xui16>
  %c = stablehlo.constant dense<"0x020002000400030001000000030001000200040003000200"> : tensor<2x3x2xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xui16>
  %w0 = stablehlo.constant dense<"0x010002000000030002000300030004000000040003000200"> : tensor<2x3x2xui16>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui16>
  return
}

// -----

func.func @select_scalar_uint16_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x010002000000020002000300030004000000040004000400"> : tensor<2x3x2xui16>
  %c = stablehlo.constant dense<"0x020002000400030001000000030001000200040003000200"> : tensor<2x3x2xui16>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xui16>
  %w0 = stablehlo.constant dense<"0x010002000000020002000300030004000000040004000400"> : tensor<2x3x2xui16>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui16>
  return
}

// -----

func.func @clamp_uint16_3() {
  %a = stablehlo.constant dense<"0x0000"> : tensor<ui16>
  %b = stablehlo.constant dense<"0x010002000000020002000300030004000000040004000400"> : tensor<2x3x2xui16>
  %c = stablehlo.constant dense<"0x0200"> : tensor<ui16>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui16>, tensor<2x3x2xui16>, tensor<ui16>) -> tensor<2x3x2xui16>
  %w0 = stablehlo.constant dense<"0x010002000000020002000200020002000000020002000200"> : tensor<2x3x2xui16>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui16>
  return
}

// -----

func.func @clamp_whole_uint16_3() {
  %a = stablehlo.constant dense<"0x020002000400030001000000030001000200040003000200"> : tensor<2x3x2xui16>
  %b = stablehlo.constant dense<"0x010002000000020002000300030004000000040004000400"> : tensor<2x3x2xui16>
  %c = stablehlo.constant dense<"0x040004000600050003000200050003000400060005000400"> : tensor<2x3x2xui16>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xui16>
  %w0 = stablehlo.constant dense<"0x020002000400030002000200030003000200040004000400"> : tensor<2x3x2xui16>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui16>
  return
}

// -----

func.func @select_bool_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %c = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<i1>
  check.expect_eq %r0, %w0 : tensor<i1>
  return
}

// -----

func.func @select_scalar_bool_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x01"> : tensor<i1>
  %c = stablehlo.constant dense<"0x01"> : tensor<i1>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<i1>
  %w0 = stablehlo.constant dense<"0x01"> : tensor<i1>
  check.expect_eq %r0, %w0 : tensor<i1>
  return
}

// -----

func.func @select_bool_1() {
  %a = stablehlo.constant dense<"0x00000001"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x01000001"> : tensor<4xi1>
  %c = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x00000001"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @select_scalar_bool_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x01000001"> : tensor<4xi1>
  %c = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xi1>
  %w0 = stablehlo.constant dense<"0x01000001"> : tensor<4xi1>
  check.expect_eq %r0, %w0 : tensor<4xi1>
  return
}

// -----

func.func @select_bool_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xi1>
  %c = stablehlo.constant dense<> : tensor<3x0xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xi1>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi1>
  check.expect_eq %r0, %w0 : tensor<3x0xi1>
  return
}

// -----

func.func @select_scalar_bool_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xi1>
  %c = stablehlo.constant dense<> : tensor<3x0xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xi1>
  %w0 = stablehlo.constant dense<> : tensor<3x0xi1>
  check.expect_eq %r0, %w0 : tensor<3x0xi1>
  return
}

// -----

func.func @select_bool_3() {
  %a = stablehlo.constant dense<"0x010101010001000101010100"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x000100010101010100000101"> : tensor<2x3x2xi1>
  %c = stablehlo.constant dense<"0x010101000001000000010000"> : tensor<2x3x2xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xi1>
  %w0 = stablehlo.constant dense<"0x000100010001000100000100"> : tensor<2x3x2xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi1>
  return
}

// -----

func.func @select_scalar_bool_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000100010101010100000101"> : tensor<2x3x2xi1>
  %c = stablehlo.constant dense<"0x010101000001000000010000"> : tensor<2x3x2xi1>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xi1>
  %w0 = stablehlo.constant dense<"0x000100010101010100000101"> : tensor<2x3x2xi1>
  check.expect_eq %r0, %w0 : tensor<2x3x2xi1>
  return
}

// -----

func.func @select_complex64_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000A0400000C0C0"> : tensor<complex<f32>>
  %c = stablehlo.constant dense<"0x0000804000000041"> : tensor<complex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<complex<f32>>
  %w0 = stablehlo.constant dense<"0x0000804000000041"> : tensor<complex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<complex<f32>>, tensor<complex<f32>>
  return
}

// -----

func.func @select_scalar_complex64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000A0400000C0C0"> : tensor<complex<f32>>
  %c = stablehlo.constant dense<"0x0000804000000041"> : tensor<complex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<complex<f32>>
  %w0 = stablehlo.constant dense<"0x0000A0400000C0C0"> : tensor<complex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<complex<f32>>, tensor<complex<f32>>
  return
}

// -----

func.func @select_complex64_1() {
  %a = stablehlo.constant dense<"0x00000100"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x000080BF000040C00000C0400000C040000000C00000803F0000C0C00000A0C0"> : tensor<4xcomplex<f32>>
  %c = stablehlo.constant dense<"0x0000E040000000C1000000C10000E0C00000A0C00000C0C0000000C000004040"> : tensor<4xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E040000000C1000000C10000E0C0000000C00000803F000000C000004040"> : tensor<4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}

// -----

func.func @select_scalar_complex64_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000080BF000040C00000C0400000C040000000C00000803F0000C0C00000A0C0"> : tensor<4xcomplex<f32>>
  %c = stablehlo.constant dense<"0x0000E040000000C1000000C10000E0C00000A0C00000C0C0000000C000004040"> : tensor<4xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000080BF000040C00000C0400000C040000000C00000803F0000C0C00000A0C0"> : tensor<4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f32>>, tensor<4xcomplex<f32>>
  return
}

// -----

func.func @select_complex64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  %c = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xcomplex<f32>>, tensor<3x0xcomplex<f32>>
  return
}

// -----

func.func @select_scalar_complex64_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  %c = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xcomplex<f32>>
  %w0 = stablehlo.constant dense<> : tensor<3x0xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xcomplex<f32>>, tensor<3x0xcomplex<f32>>
  return
}

// -----

func.func @select_complex64_3() {
  %a = stablehlo.constant dense<"0x010100000001000100000100"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x00000040000040C0000080BF00000041000000C10000803F00000000000040400000A0400000C0C0000080400000E0400000C0C0000000000000A0C000000041000000C10000004000004040000000C10000E0C00000A040000040C00000C0C0"> : tensor<2x3x2xcomplex<f32>>
  %c = stablehlo.constant dense<"0x0000A0C0000080C00000803F000040C00000E0400000E0400000A0400000A0C0000000C0000040C00000803F0000C0400000803F0000C0400000803F000080C0000080C00000804000000000000040C0000080400000C0400000C0C0000040C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000040C0000080BF000000410000E0400000E0400000A0400000A0C0000000C0000040C0000080400000E0400000803F0000C0400000A0C000000041000080C00000804000000000000040C00000E0C00000A0400000C0C0000040C0"> : tensor<2x3x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @select_scalar_complex64_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00000040000040C0000080BF00000041000000C10000803F00000000000040400000A0400000C0C0000080400000E0400000C0C0000000000000A0C000000041000000C10000004000004040000000C10000E0C00000A040000040C00000C0C0"> : tensor<2x3x2xcomplex<f32>>
  %c = stablehlo.constant dense<"0x0000A0C0000080C00000803F000040C00000E0400000E0400000A0400000A0C0000000C0000040C00000803F0000C0400000803F0000C0400000803F000080C0000080C00000804000000000000040C0000080400000C0400000C0C0000040C0"> : tensor<2x3x2xcomplex<f32>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x00000040000040C0000080BF00000041000000C10000803F00000000000040400000A0400000C0C0000080400000E0400000C0C0000000000000A0C000000041000000C10000004000004040000000C10000E0C00000A040000040C00000C0C0"> : tensor<2x3x2xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xcomplex<f32>>, tensor<2x3x2xcomplex<f32>>
  return
}

// -----

func.func @select_complex128_0() {
  %a = stablehlo.constant dense<"0x00"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00000000000018C00000000000002040"> : tensor<complex<f64>>
  %c = stablehlo.constant dense<"0x000000000000F03F00000000000018C0"> : tensor<complex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<complex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000F03F00000000000018C0"> : tensor<complex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<complex<f64>>, tensor<complex<f64>>
  return
}

// -----

func.func @select_scalar_complex128_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00000000000018C00000000000002040"> : tensor<complex<f64>>
  %c = stablehlo.constant dense<"0x000000000000F03F00000000000018C0"> : tensor<complex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<complex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000018C00000000000002040"> : tensor<complex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<complex<f64>>, tensor<complex<f64>>
  return
}

// -----

func.func @select_complex128_1() {
  %a = stablehlo.constant dense<"0x00010000"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x000000000000004000000000000000400000000000002040000000000000000000000000000018C000000000000010C0000000000000F0BF00000000000020C0"> : tensor<4xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000204000000000000018C000000000000020400000000000001C400000000000000040000000000000004000000000000020C000000000000020C0"> : tensor<4xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000204000000000000018C0000000000000204000000000000000000000000000000040000000000000004000000000000020C000000000000020C0"> : tensor<4xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  return
}

// -----

func.func @select_scalar_complex128_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000000000004000000000000000400000000000002040000000000000000000000000000018C000000000000010C0000000000000F0BF00000000000020C0"> : tensor<4xcomplex<f64>>
  %c = stablehlo.constant dense<"0x000000000000204000000000000018C000000000000020400000000000001C400000000000000040000000000000004000000000000020C000000000000020C0"> : tensor<4xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000004000000000000000400000000000002040000000000000000000000000000018C000000000000010C0000000000000F0BF00000000000020C0"> : tensor<4xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<4xcomplex<f64>>, tensor<4xcomplex<f64>>
  return
}

// -----

func.func @select_complex128_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  %c = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xcomplex<f64>>
  %w0 = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xcomplex<f64>>, tensor<3x0xcomplex<f64>>
  return
}

// -----

func.func @select_scalar_complex128_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  %c = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xcomplex<f64>>
  %w0 = stablehlo.constant dense<> : tensor<3x0xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x0xcomplex<f64>>, tensor<3x0xcomplex<f64>>
  return
}

// -----

func.func @select_complex128_3() {
  %a = stablehlo.constant dense<"0x010000000001000000000101"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x00000000000018C00000000000001840000000000000F0BF0000000000001040000000000000F03F00000000000010C0000000000000004000000000000020400000000000000000000000000000000000000000000000C000000000000020C00000000000002040000000000000F0BF000000000000F0BF000000000000084000000000000010C000000000000008C00000000000001840000000000000104000000000000014C00000000000001CC0000000000000204000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  %c = stablehlo.constant dense<"0x0000000000000840000000000000204000000000000008C000000000000010C000000000000010C000000000000020C000000000000020C0000000000000F03F00000000000018C000000000000000C0000000000000004000000000000018C00000000000001440000000000000184000000000000014C000000000000018400000000000001CC000000000000018C000000000000000C00000000000000000000000000000F0BF00000000000014400000000000002040000000000000F03F"> : tensor<2x3x2xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000018C0000000000000184000000000000008C000000000000010C000000000000010C000000000000020C000000000000020C0000000000000F03F00000000000018C000000000000000C000000000000000C000000000000020C00000000000001440000000000000184000000000000014C000000000000018400000000000001CC000000000000018C000000000000000C0000000000000000000000000000014C00000000000001CC0000000000000204000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @select_scalar_complex128_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x00000000000018C00000000000001840000000000000F0BF0000000000001040000000000000F03F00000000000010C0000000000000004000000000000020400000000000000000000000000000000000000000000000C000000000000020C00000000000002040000000000000F0BF000000000000F0BF000000000000084000000000000010C000000000000008C00000000000001840000000000000104000000000000014C00000000000001CC0000000000000204000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  %c = stablehlo.constant dense<"0x0000000000000840000000000000204000000000000008C000000000000010C000000000000010C000000000000020C000000000000020C0000000000000F03F00000000000018C000000000000000C0000000000000004000000000000018C00000000000001440000000000000184000000000000014C000000000000018400000000000001CC000000000000018C000000000000000C00000000000000000000000000000F0BF00000000000014400000000000002040000000000000F03F"> : tensor<2x3x2xcomplex<f64>>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000018C00000000000001840000000000000F0BF0000000000001040000000000000F03F00000000000010C0000000000000004000000000000020400000000000000000000000000000000000000000000000C000000000000020C00000000000002040000000000000F0BF000000000000F0BF000000000000084000000000000010C000000000000008C00000000000001840000000000000104000000000000014C00000000000001CC0000000000000204000000000000000C0"> : tensor<2x3x2xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x3x2xcomplex<f64>>, tensor<2x3x2xcomplex<f64>>
  return
}

// -----

func.func @select_uint64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  check.expect_eq %r0, %w0 : tensor<ui64>
  return
}

// -----

func.func @select_scalar_uint64_0() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %c = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<ui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  check.expect_eq %r0, %w0 : tensor<ui64>
  return
}

// -----

func.func @clamp_uint64_0() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<ui64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui64>, tensor<ui64>, tensor<ui64>) -> tensor<ui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  check.expect_eq %r0, %w0 : tensor<ui64>
  return
}

// -----

func.func @clamp_whole_uint64_0() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %b = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<ui64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<ui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  check.expect_eq %r0, %w0 : tensor<ui64>
  return
}

// -----

func.func @select_uint64_1() {
  %a = stablehlo.constant dense<"0x00"> : tensor<4xi1>
  %b = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  %c = stablehlo.constant dense<"0x0400000000000000010000000000000000000000000000000400000000000000"> : tensor<4xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<4xi1>, tensor<4xui64>
  %w0 = stablehlo.constant dense<"0x0400000000000000010000000000000000000000000000000400000000000000"> : tensor<4xui64>
  check.expect_eq %r0, %w0 : tensor<4xui64>
  return
}

// -----

func.func @select_scalar_uint64_1() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  %c = stablehlo.constant dense<"0x0400000000000000010000000000000000000000000000000400000000000000"> : tensor<4xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<4xui64>
  %w0 = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  check.expect_eq %r0, %w0 : tensor<4xui64>
  return
}

// -----

func.func @clamp_uint64_1() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %b = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<ui64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui64>, tensor<4xui64>, tensor<ui64>) -> tensor<4xui64>
  %w0 = stablehlo.constant dense<"0x0200000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  check.expect_eq %r0, %w0 : tensor<4xui64>
  return
}

// -----

func.func @clamp_whole_uint64_1() {
  %a = stablehlo.constant dense<"0x0400000000000000010000000000000000000000000000000400000000000000"> : tensor<4xui64>
  %b = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000200000000000000"> : tensor<4xui64>
  %c = stablehlo.constant dense<"0x0600000000000000030000000000000002000000000000000600000000000000"> : tensor<4xui64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<4xui64>
  %w0 = stablehlo.constant dense<"0x0400000000000000010000000000000002000000000000000400000000000000"> : tensor<4xui64>
  check.expect_eq %r0, %w0 : tensor<4xui64>
  return
}

// -----

func.func @select_uint64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xi1>
  %b = stablehlo.constant dense<> : tensor<3x0xui64>
  %c = stablehlo.constant dense<> : tensor<3x0xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<3x0xi1>, tensor<3x0xui64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui64>
  check.expect_eq %r0, %w0 : tensor<3x0xui64>
  return
}

// -----

func.func @select_scalar_uint64_2() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<> : tensor<3x0xui64>
  %c = stablehlo.constant dense<> : tensor<3x0xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<3x0xui64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui64>
  check.expect_eq %r0, %w0 : tensor<3x0xui64>
  return
}

// -----

func.func @clamp_uint64_2() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %b = stablehlo.constant dense<> : tensor<3x0xui64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<ui64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui64>, tensor<3x0xui64>, tensor<ui64>) -> tensor<3x0xui64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui64>
  check.expect_eq %r0, %w0 : tensor<3x0xui64>
  return
}

// -----

func.func @clamp_whole_uint64_2() {
  %a = stablehlo.constant dense<> : tensor<3x0xui64>
  %b = stablehlo.constant dense<> : tensor<3x0xui64>
  %c = stablehlo.constant dense<> : tensor<3x0xui64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<3x0xui64>
  %w0 = stablehlo.constant dense<> : tensor<3x0xui64>
  check.expect_eq %r0, %w0 : tensor<3x0xui64>
  return
}

// -----

func.func @select_uint64_3() {
  %a = stablehlo.constant dense<"0x010101000101010101010101"> : tensor<2x3x2xi1>
  %b = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000010000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  %c = stablehlo.constant dense<"0x040000000000000002000000000000000300000000000000040000000000000001000000000000000400000000000000010000000000000001000000000000000400000000000000010000000000000000000000000000000300000000000000"> : tensor<2x3x2xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<2x3x2xi1>, tensor<2x3x2xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000040000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui64>
  return
}

// -----

func.func @select_scalar_uint64_3() {
  %a = stablehlo.constant dense<"0x01"> : tensor<i1>
  %b = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000010000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  %c = stablehlo.constant dense<"0x040000000000000002000000000000000300000000000000040000000000000001000000000000000400000000000000010000000000000001000000000000000400000000000000010000000000000000000000000000000300000000000000"> : tensor<2x3x2xui64>
  %r0 = stablehlo.select %a, %b, %c : tensor<i1>, tensor<2x3x2xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000010000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui64>
  return
}

// -----

func.func @clamp_uint64_3() {
  %a = stablehlo.constant dense<"0x0000000000000000"> : tensor<ui64>
  %b = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000010000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  %c = stablehlo.constant dense<"0x0200000000000000"> : tensor<ui64>
  %r0 = stablehlo.clamp %a, %b, %c : (tensor<ui64>, tensor<2x3x2xui64>, tensor<ui64>) -> tensor<2x3x2xui64>
  %w0 = stablehlo.constant dense<"0x000000000000000001000000000000000200000000000000010000000000000001000000000000000200000000000000020000000000000002000000000000000100000000000000020000000000000002000000000000000000000000000000"> : tensor<2x3x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui64>
  return
}

// -----

func.func @clamp_whole_uint64_3() {
  %a = stablehlo.constant dense<"0x040000000000000002000000000000000300000000000000040000000000000001000000000000000400000000000000010000000000000001000000000000000400000000000000010000000000000000000000000000000300000000000000"> : tensor<2x3x2xui64>
  %b = stablehlo.constant dense<"0x000000000000000001000000000000000400000000000000010000000000000001000000000000000200000000000000030000000000000004000000000000000100000000000000030000000000000004000000000000000000000000000000"> : tensor<2x3x2xui64>
  %c = stablehlo.constant dense<"0x060000000000000004000000000000000500000000000000060000000000000003000000000000000600000000000000030000000000000003000000000000000600000000000000030000000000000002000000000000000500000000000000"> : tensor<2x3x2xui64>
  %r0 = stablehlo.clamp %a, %b, %c : tensor<2x3x2xui64>
  %w0 = stablehlo.constant dense<"0x040000000000000002000000000000000400000000000000040000000000000001000000000000000400000000000000030000000000000003000000000000000400000000000000030000000000000002000000000000000300000000000000"> : tensor<2x3x2xui64>
  check.expect_eq %r0, %w0 : tensor<2x3x2xui64>
  return
}
