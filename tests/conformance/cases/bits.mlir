// Random bits of every generator and type.
// Written by make_cases.py.

// -----

func.func @bits_THREE_FRY_2_uint8_1() {
  %a = stablehlo.constant dense<"0x8F2BF1DCE1813400FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  %w0 = stablehlo.constant dense<"0x8F2BF1DCE1813400FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x52"> : tensor<ui8>
  check.expect_eq %r1, %w1 : tensor<ui8>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint8_2() {
  %a = stablehlo.constant dense<"0x9740FF7313EC8600A12532374F8A3800"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  %w0 = stablehlo.constant dense<"0x9740FF7313EC8600AA2532374F8A3800"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xF1EF4ECE4319B4F118159E8310D199"> : tensor<3x5xui8>
  check.expect_eq %r1, %w1 : tensor<3x5xui8>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint8_3() {
  %a = stablehlo.constant dense<"0xC71FEA9AA6647A00914D547C6DA21E00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui8>)
  %w0 = stablehlo.constant dense<"0xC71FEA9AA6647A00914D547C6DA21E00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui8>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui8>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint16_4() {
  %a = stablehlo.constant dense<"0xDB82879D01B90300044BD1B34E717300"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  %w0 = stablehlo.constant dense<"0xDB82879D01B90300054BD1B34E717300"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x0C77"> : tensor<ui16>
  check.expect_eq %r1, %w1 : tensor<ui16>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint16_5() {
  %a = stablehlo.constant dense<"0x60EB0AA17DAF80001BBC05C099081B00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  %w0 = stablehlo.constant dense<"0x60EB0AA17DAF800024BC05C099081B00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xBE69FFF4A6CDD01C2622799C393E73B18CF239657FA1D4EB791696F28945"> : tensor<3x5xui16>
  check.expect_eq %r1, %w1 : tensor<3x5xui16>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint16_6() {
  %a = stablehlo.constant dense<"0x1C8E629664FB4200FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui16>)
  %w0 = stablehlo.constant dense<"0x1C8E629664FB4200FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui16>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui16>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint32_7() {
  %a = stablehlo.constant dense<"0xC600EC679FBB7200E32B66DE1F205300"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %w0 = stablehlo.constant dense<"0xC600EC679FBB7200E42B66DE1F205300"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xD3C1C137"> : tensor<ui32>
  check.expect_eq %r1, %w1 : tensor<ui32>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint32_8() {
  %a = stablehlo.constant dense<"0x4C240700C015300097898A9EC9FB4400"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %w0 = stablehlo.constant dense<"0x4C240700C0153000A0898A9EC9FB4400"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x93730A0A4D8687E38025651B59B1E9FD28DAA4D7B1E80D7708F1744F32B58957260433E7FFCCE57AE4920E69537BEFCE85A1D5187EE058AFC84E6E66"> : tensor<3x5xui32>
  check.expect_eq %r1, %w1 : tensor<3x5xui32>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint32_9() {
  %a = stablehlo.constant dense<"0xC87A94635EF70500FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui32>)
  %w0 = stablehlo.constant dense<"0xC87A94635EF70500FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui32>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui32>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint64_10() {
  %a = stablehlo.constant dense<"0xCD39423E0E265C00FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  %w0 = stablehlo.constant dense<"0xCD39423E0E265C00FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x97C03834DA69CFB5"> : tensor<ui64>
  check.expect_eq %r1, %w1 : tensor<ui64>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint64_11() {
  %a = stablehlo.constant dense<"0x4BC76ACCEA6E4B00C95EC579D1B47A00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  %w0 = stablehlo.constant dense<"0x4BC76ACCEA6E4B00D85EC579D1B47A00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xCB5B001E963F6940B361F7A7F82DF525345BFD292491651999588EB9A3C502454396B7015964DAA377AF133B96C496C29083E79C19BE2A7633E93CBC3ACAE212F67488B4976ADD00730D75BBAD6484A4E05D627E6360C4C58E897CE0979480A466C11915F1EFD9595B8DE041996A0F27852F208BE518CDC7"> : tensor<3x5xui64>
  check.expect_eq %r1, %w1 : tensor<3x5xui64>
  return
}

// -----

func.func @bits_THREE_FRY_2_uint64_12() {
  %a = stablehlo.constant dense<"0x5DCEB46E106164002A97403342413700"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui64>)
  %w0 = stablehlo.constant dense<"0x5DCEB46E106164002A97403342413700"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui64>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui64>
  return
}

// -----

func.func @bits_PHILOX_3_uint8_13() {
  %a = stablehlo.constant dense<"0x86B56F7B10862000FEFFFFFFFFFFFFFFDD7D291300741800"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui8>)
  %w0 = stablehlo.constant dense<"0x86B56F7B10862000FFFFFFFFFFFFFFFFDD7D291300741800"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x8A"> : tensor<ui8>
  check.expect_eq %r1, %w1 : tensor<ui8>
  return
}

// -----

func.func @bits_PHILOX_3_uint8_14() {
  %a = stablehlo.constant dense<"0x2213C8EFDA0C5000FEFFFFFFFFFFFFFFA1EB3ED402B78C00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui8>)
  %w0 = stablehlo.constant dense<"0x2213C8EFDA0C50000200000000000000A2EB3ED402B78C00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x4D63B283F68CAF9865408A25C6EF64"> : tensor<3x5xui8>
  check.expect_eq %r1, %w1 : tensor<3x5xui8>
  return
}

// -----

func.func @bits_PHILOX_3_uint8_15() {
  %a = stablehlo.constant dense<"0x98BDE60747C08B009097C2A658140D00DD14B9232BFF7400"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui8>)
  %w0 = stablehlo.constant dense<"0x98BDE60747C08B009097C2A658140D00DD14B9232BFF7400"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui8>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui8>
  return
}

// -----

func.func @bits_PHILOX_3_uint16_16() {
  %a = stablehlo.constant dense<"0x832ED09F23E18000D30B7DF602743F0091985735E8D37300"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui16>)
  %w0 = stablehlo.constant dense<"0x832ED09F23E18000D40B7DF602743F0091985735E8D37300"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x297C"> : tensor<ui16>
  check.expect_eq %r1, %w1 : tensor<ui16>
  return
}

// -----

func.func @bits_PHILOX_3_uint16_17() {
  %a = stablehlo.constant dense<"0x3D1CA35A05420F0067ED07721CDF010090499A4180CF8200"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui16>)
  %w0 = stablehlo.constant dense<"0x3D1CA35A05420F006BED07721CDF010090499A4180CF8200"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x3253A24C20C299ED81864749F68D2D4C66FA0D21C20B34ED7CBEB3F30D82"> : tensor<3x5xui16>
  check.expect_eq %r1, %w1 : tensor<3x5xui16>
  return
}

// -----

func.func @bits_PHILOX_3_uint16_18() {
  %a = stablehlo.constant dense<"0x81FFCC66471C3400177C63E1227762005C415FF80F508D00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui16>)
  %w0 = stablehlo.constant dense<"0x81FFCC66471C3400177C63E1227762005C415FF80F508D00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui16>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui16>
  return
}

// -----

func.func @bits_PHILOX_3_uint32_19() {
  %a = stablehlo.constant dense<"0x601A04DED9575600FEFFFFFFFFFFFFFFA5CDEBFCCD8C1200"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  %w0 = stablehlo.constant dense<"0x601A04DED9575600FFFFFFFFFFFFFFFFA5CDEBFCCD8C1200"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x2DA64671"> : tensor<ui32>
  check.expect_eq %r1, %w1 : tensor<ui32>
  return
}

// -----

func.func @bits_PHILOX_3_uint32_20() {
  %a = stablehlo.constant dense<"0x366A46A5D1243900CA350A3E476514003D654A18ECC68A00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  %w0 = stablehlo.constant dense<"0x366A46A5D1243900CE350A3E476514003D654A18ECC68A00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x35172C17191ECBC67FC296378496C686D03899F78AB3E6C054F3F62363295151958D6EE3580E3D678F89DEDBB5C4D65B87EC774471B6A3BFF114279F"> : tensor<3x5xui32>
  check.expect_eq %r1, %w1 : tensor<3x5xui32>
  return
}

// -----

func.func @bits_PHILOX_3_uint32_21() {
  %a = stablehlo.constant dense<"0x3E094C591B801400CB4D436B5EBF0100500BE17BA08B5400"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui32>)
  %w0 = stablehlo.constant dense<"0x3E094C591B801400CB4D436B5EBF0100500BE17BA08B5400"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui32>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui32>
  return
}

// -----

func.func @bits_PHILOX_3_uint64_22() {
  %a = stablehlo.constant dense<"0x426A91A5A7B5330060903365D61476003444466E10378E00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui64>)
  %w0 = stablehlo.constant dense<"0x426A91A5A7B5330061903365D61476003444466E10378E00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x2E4D1DD8295469AF"> : tensor<ui64>
  check.expect_eq %r1, %w1 : tensor<ui64>
  return
}

// -----

func.func @bits_PHILOX_3_uint64_23() {
  %a = stablehlo.constant dense<"0xDCF1065F89011200FEFFFFFFFFFFFFFFE7FF1622F5CA2100"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui64>)
  %w0 = stablehlo.constant dense<"0xDCF1065F890112000600000000000000E8FF1622F5CA2100"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0xADEBB2E1F5E11A6EA5C7B37783169E8BB7F55CC1F22A5BDFB9990DA9203DC801890544BEF8DC394A21B37E4320CD482CE4C7CFC08F57C2313E88B1C7B32C47266C35B10825DF54716BF0BD5D8404270CBBBBF1975989D845C164F092CA8A203DE399B03E41FA6F738C5982DFD6D2BF2D2ED3140E0EAC3641"> : tensor<3x5xui64>
  check.expect_eq %r1, %w1 : tensor<3x5xui64>
  return
}

// -----

func.func @bits_PHILOX_3_uint64_24() {
  %a = stablehlo.constant dense<"0xE4C8B57DF00A47002D19C109EE2B31002ED21F4A61AC4C00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui64>)
  %w0 = stablehlo.constant dense<"0xE4C8B57DF00A47002D19C109EE2B31002ED21F4A61AC4C00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui64>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui64>
  return
}

// -----

func.func @bits_PHILOX_2_uint8_25() {
  %a = stablehlo.constant dense<"0x20CA2FEAB6D04300FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  %w0 = stablehlo.constant dense<"0x20CA2FEAB6D04300FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xD7"> : tensor<ui8>
  check.expect_eq %r1, %w1 : tensor<ui8>
  return
}

// -----

func.func @bits_PHILOX_2_uint8_26() {
  %a = stablehlo.constant dense<"0x3D597894F60906005B67A434983C5D00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  %w0 = stablehlo.constant dense<"0x3D597894F60906005F67A434983C5D00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xCDF40BA03E1B0B9E218C0D8A01B2BE"> : tensor<3x5xui8>
  check.expect_eq %r1, %w1 : tensor<3x5xui8>
  return
}

// -----

func.func @bits_PHILOX_2_uint8_27() {
  %a = stablehlo.constant dense<"0x317727D20A5E5700AE09F66AEA903E00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui8>)
  %w0 = stablehlo.constant dense<"0x317727D20A5E5700AE09F66AEA903E00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui8>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui8>
  return
}

// -----

func.func @bits_PHILOX_2_uint16_28() {
  %a = stablehlo.constant dense<"0x7950A8E7175A44002CAC3E480C806100"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  %w0 = stablehlo.constant dense<"0x7950A8E7175A44002DAC3E480C806100"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xBC28"> : tensor<ui16>
  check.expect_eq %r1, %w1 : tensor<ui16>
  return
}

// -----

func.func @bits_PHILOX_2_uint16_29() {
  %a = stablehlo.constant dense<"0x1CBDA77CA69A7400C44704CC8E3E4000"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  %w0 = stablehlo.constant dense<"0x1CBDA77CA69A7400C84704CC8E3E4000"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xDF65B07C4B2919C2BB203E6042AEA33868AC22493E8936A85C239FD9A2D9"> : tensor<3x5xui16>
  check.expect_eq %r1, %w1 : tensor<3x5xui16>
  return
}

// -----

func.func @bits_PHILOX_2_uint16_30() {
  %a = stablehlo.constant dense<"0x271E8FAA464B590064BB803FD12F2E00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui16>)
  %w0 = stablehlo.constant dense<"0x271E8FAA464B590064BB803FD12F2E00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui16>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui16>
  return
}

// -----

func.func @bits_PHILOX_2_uint32_31() {
  %a = stablehlo.constant dense<"0x7A0BB18DC7732C008C4172FD03EB2B00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %w0 = stablehlo.constant dense<"0x7A0BB18DC7732C008D4172FD03EB2B00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xD3E34668"> : tensor<ui32>
  check.expect_eq %r1, %w1 : tensor<ui32>
  return
}

// -----

func.func @bits_PHILOX_2_uint32_32() {
  %a = stablehlo.constant dense<"0xA9CE6BEC4E6C290017F41C0EC96D4200"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %w0 = stablehlo.constant dense<"0xA9CE6BEC4E6C29001BF41C0EC96D4200"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x9FADC95ABDC5CAAF99BA82501810CD4EDD72DD784C3F4651D570739008F395BCE8EAEFA7E4BE59B348D9315ACE4F9519AB18968F06A7822869AE5F5F"> : tensor<3x5xui32>
  check.expect_eq %r1, %w1 : tensor<3x5xui32>
  return
}

// -----

func.func @bits_PHILOX_2_uint32_33() {
  %a = stablehlo.constant dense<"0xC6BC82077B3F6100C2EE20575FDC5200"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui32>)
  %w0 = stablehlo.constant dense<"0xC6BC82077B3F6100C2EE20575FDC5200"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui32>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui32>
  return
}

// -----

func.func @bits_PHILOX_2_uint64_34() {
  %a = stablehlo.constant dense<"0xF38E996B000683007502B9DE9E085000"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  %w0 = stablehlo.constant dense<"0xF38E996B000683007602B9DE9E085000"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xF2A17B1C3A4350E7"> : tensor<ui64>
  check.expect_eq %r1, %w1 : tensor<ui64>
  return
}

// -----

func.func @bits_PHILOX_2_uint64_35() {
  %a = stablehlo.constant dense<"0x6AC66862E2832000E4F68B0FD5048A00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  %w0 = stablehlo.constant dense<"0x6AC66862E2832000ECF68B0FD5048A00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xD02419E2D4F3E4F733A2F289132A289A9CECBCC35CCA2B48372E020F3CB0BA4722B980495087565DFE28EDD578693EB8DED6CADB95D89F959101D7B71F0D0E1BE96551069CDA6F1C43796345FB2DB1D934514CE2F74E6EE791F0F4707C57E9594CE3BA6DE7AB469F56765C95A42609787032463250B97716"> : tensor<3x5xui64>
  check.expect_eq %r1, %w1 : tensor<3x5xui64>
  return
}

// -----

func.func @bits_PHILOX_2_uint64_36() {
  %a = stablehlo.constant dense<"0x56A0A714F06E8600FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui64>)
  %w0 = stablehlo.constant dense<"0x56A0A714F06E8600FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui64>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui64>
  return
}

// -----

func.func @bits_DEFAULT_2_uint8_37() {
  %a = stablehlo.constant dense<"0x78A1C47C58A205000386AFE3ACA52800"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui8>)
  %w0 = stablehlo.constant dense<"0x78A1C47C58A205000486AFE3ACA52800"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x27"> : tensor<ui8>
  check.expect_eq %r1, %w1 : tensor<ui8>
  return
}

// -----

func.func @bits_DEFAULT_2_uint8_38() {
  %a = stablehlo.constant dense<"0x6BA0C8672BE0830064C9880DE1637100"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui8>)
  %w0 = stablehlo.constant dense<"0x6BA0C8672BE0830068C9880DE1637100"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xEF40A6C37C68059950C8A8CD3B5CF8"> : tensor<3x5xui8>
  check.expect_eq %r1, %w1 : tensor<3x5xui8>
  return
}

// -----

func.func @bits_DEFAULT_2_uint8_39() {
  %a = stablehlo.constant dense<"0xA99123D814E44500B34F1EF895440E00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui8>)
  %w0 = stablehlo.constant dense<"0xA99123D814E44500B34F1EF895440E00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui8>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui8>
  return
}

// -----

func.func @bits_DEFAULT_2_uint16_40() {
  %a = stablehlo.constant dense<"0xC0A9184F8E136B00FEFFFFFFFFFFFFFF"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui16>)
  %w0 = stablehlo.constant dense<"0xC0A9184F8E136B00FFFFFFFFFFFFFFFF"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x9C81"> : tensor<ui16>
  check.expect_eq %r1, %w1 : tensor<ui16>
  return
}

// -----

func.func @bits_DEFAULT_2_uint16_41() {
  %a = stablehlo.constant dense<"0x81D18AD7B69855004D32341BB6064600"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui16>)
  %w0 = stablehlo.constant dense<"0x81D18AD7B69855005132341BB6064600"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0x20DE489A3FB44F2BCF71A7F5D0CD36F50605831F66D3F6340C4033192201"> : tensor<3x5xui16>
  check.expect_eq %r1, %w1 : tensor<3x5xui16>
  return
}

// -----

func.func @bits_DEFAULT_2_uint16_42() {
  %a = stablehlo.constant dense<"0x96CD50A22F3844007ADA187CC60D0700"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui16>)
  %w0 = stablehlo.constant dense<"0x96CD50A22F3844007ADA187CC60D0700"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui16>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui16>
  return
}

// -----

func.func @bits_DEFAULT_2_uint32_43() {
  %a = stablehlo.constant dense<"0xF4641563E31F2B002E8E171BCB134B00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %w0 = stablehlo.constant dense<"0xF4641563E31F2B002F8E171BCB134B00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xF57B346D"> : tensor<ui32>
  check.expect_eq %r1, %w1 : tensor<ui32>
  return
}

// -----

func.func @bits_DEFAULT_2_uint32_44() {
  %a = stablehlo.constant dense<"0xD7C9819378383800F7555BCF832D3900"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui32>)
  %w0 = stablehlo.constant dense<"0xD7C9819378383800FB555BCF832D3900"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xFE7657F818033B2A60D812AB1606EFD764C47B06D4046FD1EFF4ACA883A654CE7FD4F162B60832DF150C543C0ED535952E21DAE0067253635BD2E072"> : tensor<3x5xui32>
  check.expect_eq %r1, %w1 : tensor<3x5xui32>
  return
}

// -----

func.func @bits_DEFAULT_2_uint32_45() {
  %a = stablehlo.constant dense<"0x87AB5C82064F610005A44DC442C10A00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui32>)
  %w0 = stablehlo.constant dense<"0x87AB5C82064F610005A44DC442C10A00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui32>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui32>
  return
}

// -----

func.func @bits_DEFAULT_2_uint64_46() {
  %a = stablehlo.constant dense<"0x32F2D82CB0E05C000E4FE1613F3A1F00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui64>)
  %w0 = stablehlo.constant dense<"0x32F2D82CB0E05C000F4FE1613F3A1F00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xB55A8E372F6814DA"> : tensor<ui64>
  check.expect_eq %r1, %w1 : tensor<ui64>
  return
}

// -----

func.func @bits_DEFAULT_2_uint64_47() {
  %a = stablehlo.constant dense<"0x7EF75F78F5382E00D088AD8EE7F36800"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<3x5xui64>)
  %w0 = stablehlo.constant dense<"0x7EF75F78F5382E00D888AD8EE7F36800"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<"0xC1D48E2807F71C589A3D73D5DC66A36033AF3BFF48C8E85BE6797257221DF7AB49556ED59DED948C98B8D1DF3334D2C4DD68A0B4FF00D5BF300C3A20D0CD9DE7443730EA5035F2E4E21E2B56BFAA9EAEC2408561957A6EAA9E258A8ACEE36AB52277323A0987692C865C3D11276CF47605D8E24D7B820838"> : tensor<3x5xui64>
  check.expect_eq %r1, %w1 : tensor<3x5xui64>
  return
}

// -----

func.func @bits_DEFAULT_2_uint64_48() {
  %a = stablehlo.constant dense<"0xD21C3CABC1AD5C005EDA4554A9754A00"> : tensor<2xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x0x3xui64>)
  %w0 = stablehlo.constant dense<"0xD21C3CABC1AD5C005EDA4554A9754A00"> : tensor<2xui64>
  check.expect_eq %r0, %w0 : tensor<2xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui64>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui64>
  return
}

// -----

func.func @bits_DEFAULT_3_uint8_49() {
  %a = stablehlo.constant dense<"0xE06833D67A78640028A981EB776378004D0E39FE07035800"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui8>)
  %w0 = stablehlo.constant dense<"0xE06833D67A78640029A981EB776378004D0E39FE07035800"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x52"> : tensor<ui8>
  check.expect_eq %r1, %w1 : tensor<ui8>
  return
}

// -----

func.func @bits_DEFAULT_3_uint8_50() {
  %a = stablehlo.constant dense<"0x1E4314B0B2A659005F28B4925DA01A00D1F0ABC9828A2F00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui8>)
  %w0 = stablehlo.constant dense<"0x1E4314B0B2A659006328B4925DA01A00D1F0ABC9828A2F00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0xEB74791AEF87F0541D441C708D6144"> : tensor<3x5xui8>
  check.expect_eq %r1, %w1 : tensor<3x5xui8>
  return
}

// -----

func.func @bits_DEFAULT_3_uint8_51() {
  %a = stablehlo.constant dense<"0x94428A28DEF51800FEFFFFFFFFFFFFFF4B0B39171F1D6400"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui8>)
  %w0 = stablehlo.constant dense<"0x94428A28DEF51800FEFFFFFFFFFFFFFF4B0B39171F1D6400"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui8>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui8>
  return
}

// -----

func.func @bits_DEFAULT_3_uint16_52() {
  %a = stablehlo.constant dense<"0xFA4D0818D85E15001D5C6B48A20D8A006FE398F70B1A7E00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui16>)
  %w0 = stablehlo.constant dense<"0xFA4D0818D85E15001E5C6B48A20D8A006FE398F70B1A7E00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x4A2B"> : tensor<ui16>
  check.expect_eq %r1, %w1 : tensor<ui16>
  return
}

// -----

func.func @bits_DEFAULT_3_uint16_53() {
  %a = stablehlo.constant dense<"0x3D57E124BA704E00D773CD6077DF580019452D220EA52D00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui16>)
  %w0 = stablehlo.constant dense<"0x3D57E124BA704E00DB73CD6077DF580019452D220EA52D00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x5D79AE87EB3046FD4FE4D967D0A2362FA76A4ED93F07B17BD364580FA17F"> : tensor<3x5xui16>
  check.expect_eq %r1, %w1 : tensor<3x5xui16>
  return
}

// -----

func.func @bits_DEFAULT_3_uint16_54() {
  %a = stablehlo.constant dense<"0x7AFB847411A34900ADFFB8B663DA5E00B348D357C39B5800"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui16>)
  %w0 = stablehlo.constant dense<"0x7AFB847411A34900ADFFB8B663DA5E00B348D357C39B5800"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui16>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui16>
  return
}

// -----

func.func @bits_DEFAULT_3_uint32_55() {
  %a = stablehlo.constant dense<"0xF7B1FCC373BF7700C88E5134A8E25100178785C432067900"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui32>)
  %w0 = stablehlo.constant dense<"0xF7B1FCC373BF7700C98E5134A8E25100178785C432067900"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x6B7A6CBF"> : tensor<ui32>
  check.expect_eq %r1, %w1 : tensor<ui32>
  return
}

// -----

func.func @bits_DEFAULT_3_uint32_56() {
  %a = stablehlo.constant dense<"0xCA42578420922A0064215AE4518905007E03F94B60AF7100"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui32>)
  %w0 = stablehlo.constant dense<"0xCA42578420922A0068215AE4518905007E03F94B60AF7100"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0xBF4BFFD6D96D501318134E458E0BA74113369D2ED12926E5ECDFC181CA45A9B31BE55B35EE600E8E29E939EF1D90D8578B8A7BCC9744215673A3EB16"> : tensor<3x5xui32>
  check.expect_eq %r1, %w1 : tensor<3x5xui32>
  return
}

// -----

func.func @bits_DEFAULT_3_uint32_57() {
  %a = stablehlo.constant dense<"0x922ED78B08384100CA4D1505ECDC800012954A5BD2DC8F00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui32>)
  %w0 = stablehlo.constant dense<"0x922ED78B08384100CA4D1505ECDC800012954A5BD2DC8F00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui32>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui32>
  return
}

// -----

func.func @bits_DEFAULT_3_uint64_58() {
  %a = stablehlo.constant dense<"0xB6A63807E1E62C00DE7F7ED287512B0082C35EE99A951000"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<ui64>)
  %w0 = stablehlo.constant dense<"0xB6A63807E1E62C00DF7F7ED287512B0082C35EE99A951000"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0xCFF52D67FDB71DF3"> : tensor<ui64>
  check.expect_eq %r1, %w1 : tensor<ui64>
  return
}

// -----

func.func @bits_DEFAULT_3_uint64_59() {
  %a = stablehlo.constant dense<"0xCFF34EDAF3BF0E00EB9226E7956C4500BD8EC3715E3D8900"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<3x5xui64>)
  %w0 = stablehlo.constant dense<"0xCFF34EDAF3BF0E00F39226E7956C4500BD8EC3715E3D8900"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<"0x3EC9BA6761AD2887762CAE35EC5471649D1DFEED13567703DD482FFD0755EDEF7FE60F03887401CA1A12E60C379D4ACE7A7B5B73A22120570260D72AFE92841FC58B28865F17A7401D79FA3C4E357E572DB4028C4E011F4B259E3E28BE8D76DE0E30367ACFE92329FDF3801BD0162864D48FC8488AFA3238"> : tensor<3x5xui64>
  check.expect_eq %r1, %w1 : tensor<3x5xui64>
  return
}

// -----

func.func @bits_DEFAULT_3_uint64_60() {
  %a = stablehlo.constant dense<"0xEFF2D8680BFF7700FEFFFFFFFFFFFFFF9C60676E4F177D00"> : tensor<3xui64>
  %r0, %r1 = stablehlo.rng_bit_generator %a, algorithm = DEFAULT : (tensor<3xui64>) -> (tensor<3xui64>, tensor<2x0x3xui64>)
  %w0 = stablehlo.constant dense<"0xEFF2D8680BFF7700FEFFFFFFFFFFFFFF9C60676E4F177D00"> : tensor<3xui64>
  check.expect_eq %r0, %w0 : tensor<3xui64>
  %w1 = stablehlo.constant dense<> : tensor<2x0x3xui64>
  check.expect_eq %r1, %w1 : tensor<2x0x3xui64>
  return
}
