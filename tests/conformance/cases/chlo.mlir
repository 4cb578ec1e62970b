// Functions of CHLO, complex functions, integers of all bits.
// Written by make_cases.py.

// -----

func.func @acos_float16() {
  %a = stablehlo.constant dense<"0x33BB00BA00B800B466AE1FA100001F21662ECD340038CD389A39663A9A3BEC3B"> : tensor<16xf16>
  %r0 = chlo.acos %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x6141D64030404B3FAF3E533E483E3E3EE23D103D303C6B3B5C3A263912357A30"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @acosh_float16() {
  %a = stablehlo.constant dense<"0x003C0A3C663C003D003E00400041004200430044804500478048004A004D4052"> : tensor<16xf16>
  %r0 = chlo.acosh %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x0000783016378C39B33B453D443E0D3FB33F2140C7404441C7415A4260439B44"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @asin_float16() {
  %a = stablehlo.constant dense<"0x33BB00BA00B800B466AE1FA100001F21662ECD340038CD389A39663A9A3BEC3B"> : tensor<16xf16>
  %r0 = chlo.asin %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x7BBCC8BA30B80BB469AE1FA100001F21692EE03430382639353A6B3B043DB93D"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @asinh_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.asinh %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x6DC146BF33BEC7BC0DBBB3B7EBB31FA11F21EB33B3370D3BC73C333E463F6D41"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @atan_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.atan %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xC1BDFFBC9CBCDDBB48BA6BB7D7B31FA11F21D7336B37483ADD3B9C3CFF3CC13D"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @atanh_float16() {
  %a = stablehlo.constant dense<"0x33BB00BA00B800B466AE1FA100001F21662ECD340038CD389A39663A9A3BEC3B"> : tensor<16xf16>
  %r0 = chlo.atanh %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xE2BDC9BB65B816B46CAE1FA100001F216C2EF43465388C39F23A643C563F5141"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @cosh_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.cosh %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x10630949CC44B4402C3E833C203C003C003C203C833C2C3EB440CC4409491063"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @digamma_float16() {
  %a = stablehlo.constant dense<"0x0041054133418041004200430044804400458045004740484049C04A604D7052"> : tensor<16xf16>
  %r0 = chlo.digamma %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xA039AA39023A8D3A623B6A3C063D8E3D063E723E7E3F29409B4021411742DD43"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @erf_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.erf %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00BC00BCFDBBBBBBBEBA2AB86CB4C7A1C7216C342A38BE3ABB3BFD3B003C003C"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @erf_inv_float16() {
  %a = stablehlo.constant dense<"0x33BB00BA00B800B466AE1FA100001F21662ECD340038CD389A39663A9A3BEC3B"> : tensor<16xf16>
  %r0 = chlo.erf_inv %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xA7BC82BAA2B736B3AFAD8AA000008A20AF2D5C34A237C338DE393F3B8C3D4F3F"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @erfc_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000420042"> : tensor<16xf16>
  %r0 = chlo.erfc %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x00400040FF3FDD3F5F3F153E1B3D0C3CE93BCA39AC3709315728FE1573017301"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @lgamma_float16() {
  %a = stablehlo.constant dense<"0x00430543334380430044804400458045004680460048C048C049404BA04D9052"> : tensor<16xf16>
  %r0 = chlo.lgamma %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0xCE3CD93C403DF23D2B3FE8405B42EA43CA44AA454348D849134CF74DDD51D358"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @sinh_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.sinh %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x10E302C9B1C442C0B3BC2BB80BB41FA11F210B342B38B33C4240B14402491063"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @square_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.square %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x0853804810458040003C0034002C8E068E06002C0034003C8040104580480853"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @tan_float16() {
  %a = stablehlo.constant dense<"0x00BE00BE00BC00BC00B800B800B400B41FA11FA11F211F210034003400380038"> : tensor<16xf16>
  %r0 = chlo.tan %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x0DCB0DCB3BBE3BBE5FB85FB816B416B41FA11FA11F211F21163416345F385F38"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @bessel_i1e_float16() {
  %a = stablehlo.constant dense<"0x80C700C280C000BE00BC00B800B41FA11F2100340038003C003E804000428047"> : tensor<16xf16>
  %r0 = chlo.bessel_i1e %a : tensor<16xf16> -> tensor<16xf16>
  %w0 = stablehlo.constant dense<"0x6BB04CB2C2B202B3A7B201B147AE129D121D472E0131A7320233C2324C326B30"> : tensor<16xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xf16>, tensor<16xf16>
  return
}

// -----

func.func @is_inf_float16() {
  %a = stablehlo.constant dense<"0x00000080003C007C00FC007EFF7B00BE"> : tensor<8xf16>
  %r0 = chlo.is_inf %a : tensor<8xf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000101000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_pos_inf_float16() {
  %a = stablehlo.constant dense<"0x00000080003C007C00FC007EFF7B00BE"> : tensor<8xf16>
  %r0 = chlo.is_pos_inf %a : tensor<8xf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000100000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_neg_inf_float16() {
  %a = stablehlo.constant dense<"0x00000080003C007C00FC007EFF7B00BE"> : tensor<8xf16>
  %r0 = chlo.is_neg_inf %a : tensor<8xf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @next_after_float16() {
  %a = stablehlo.constant dense<"0x00000080003C007C00FC007EFF7B00BE"> : tensor<8xf16>
  %b = stablehlo.constant dense<"0x003C003C003C00000000003C007C00BE"> : tensor<8xf16>
  %r0 = chlo.next_after %a, %b : tensor<8xf16>, tensor<8xf16> -> tensor<8xf16>
  %w0 = stablehlo.constant dense<"0x01000100003CFF7BFFFB007E007C00BE"> : tensor<8xf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<8xf16>, tensor<8xf16>
  return
}

// -----

func.func @acos_bfloat16() {
  %a = stablehlo.constant dense<"0x66BF40BF00BF80BECDBD24BC0000243CCD3D9A3E003F1A3F333F4D3F733F7D3F"> : tensor<16xbf16>
  %r0 = chlo.acos %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x2C401B400640E93FD63FCA3FC93FC83FBC3FA23F863F6D3F4C3F243FA43E1D3E"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @acosh_bfloat16() {
  %a = stablehlo.constant dense<"0x803F813F8D3FA03FC03F00402040404060408040B040E04010414041A0414842"> : tensor<16xbf16>
  %r0 = chlo.acosh %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x0000FF3DE43E313F763FA93FC93FE13FF63F04401940294039404B406C409340"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @asin_bfloat16() {
  %a = stablehlo.constant dense<"0x66BF40BF00BF80BECDBD24BC0000243CCD3D9A3E003F1A3F333F4D3F733F7D3F"> : tensor<16xbf16>
  %r0 = chlo.asin %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x8FBF5ABF06BF81BECEBD24BC0000243CCE3D9C3E063F253F463F6E3FA03FB53F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @asinh_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.asinh %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x2EC0E9BFC7BF99BF62BFF6BE7EBE24BC243C7E3EF63E623F993FC73FE93F2E40"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @atan_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.atan %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xB8BFA0BF94BF7CBF49BFEDBE7BBE24BC243C7B3EED3E493F7C3F943FA03FB83F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @atanh_bfloat16() {
  %a = stablehlo.constant dense<"0x66BF40BF00BF80BECDBD24BC0000243CCD3D9A3E003F1A3F333F4D3F733F7D3F"> : tensor<16xbf16>
  %r0 = chlo.atanh %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0xBBBF78BF0CBF82BECEBD24BC0000243CCE3D9F3E0C3F323F5E3F8D3FEA3F2440"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @cosh_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.cosh %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x6244214199401740C63F903F843F803F803F843F903FC63F1740994021416244"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @digamma_bfloat16() {
  %a = stablehlo.constant dense<"0x20402140264030404040604080409040A040B040E040084128415841AC414E42"> : tensor<16xbf16>
  %r0 = chlo.digamma %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x343F363F403F523F6C3F8D3FA13FB23FC13FCE3FF03F05401340244043407C40"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @erf_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.erf %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x80BF80BF80BF77BF58BF05BF8DBE39BC393C8D3E053F583F773F803F803F803F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @erf_inv_bfloat16() {
  %a = stablehlo.constant dense<"0x66BF40BF00BF80BECDBD24BC0000243CCD3D9A3E003F1A3F333F4D3F733F7D3F"> : tensor<16xbf16>
  %r0 = chlo.erf_inv %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x94BF50BFF4BE67BEB6BD11BC0000113CB63D8C3EF43E193F3B3F683FB13FE43F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @erfc_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F104040404040"> : tensor<16xbf16>
  %r0 = chlo.erfc %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x004000400040FC3FEC3FC33FA33F813F7D3F393FF63E213E0B3DC03AB937B937"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @lgamma_bfloat16() {
  %a = stablehlo.constant dense<"0x604061406640704080409040A040B040C040D0400041184138416841B4415242"> : tensor<16xbf16>
  %r0 = chlo.lgamma %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x9A3F9C3FA73FBE3FE53F1D404B407D409940B54008413B418241BF413C421A43"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @sinh_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.sinh %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x62C420C196C008C096BF05BF81BE24BC243C813E053F963F0840964020416244"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @square_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.square %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x61421041A2401040803F803E803DD238D238803D803E803F1040A24010416142"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @tan_bfloat16() {
  %a = stablehlo.constant dense<"0xC0BFC0BF80BF80BF00BF00BF80BE80BE24BC24BC243C243C803E803E003F003F"> : tensor<16xbf16>
  %r0 = chlo.tan %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x62C162C1C7BFC7BF0CBF0CBF83BE83BE24BC24BC243C243C833E833E0C3F0C3F"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @bessel_i1e_bfloat16() {
  %a = stablehlo.constant dense<"0xF0C040C010C0C0BF80BF00BF80BE24BC243C803E003F803FC03F10404040F040"> : tensor<16xbf16>
  %r0 = chlo.bessel_i1e %a : tensor<16xbf16> -> tensor<16xbf16>
  %w0 = stablehlo.constant dense<"0x0DBE4ABE58BE60BE55BE20BEC9BDA2BBA23BC93D203E553E603E583E4A3E0D3E"> : tensor<16xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 2 : tensor<16xbf16>, tensor<16xbf16>
  return
}

// -----

func.func @is_inf_bfloat16() {
  %a = stablehlo.constant dense<"0x00000080803F807F80FFC07F7F7FC0BF"> : tensor<8xbf16>
  %r0 = chlo.is_inf %a : tensor<8xbf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000101000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_pos_inf_bfloat16() {
  %a = stablehlo.constant dense<"0x00000080803F807F80FFC07F7F7FC0BF"> : tensor<8xbf16>
  %r0 = chlo.is_pos_inf %a : tensor<8xbf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000100000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_neg_inf_bfloat16() {
  %a = stablehlo.constant dense<"0x00000080803F807F80FFC07F7F7FC0BF"> : tensor<8xbf16>
  %r0 = chlo.is_neg_inf %a : tensor<8xbf16> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @next_after_bfloat16() {
  %a = stablehlo.constant dense<"0x00000080803F807F80FFC07F7F7FC0BF"> : tensor<8xbf16>
  %b = stablehlo.constant dense<"0x803F803F803F00000000803F807FC0BF"> : tensor<8xbf16>
  %r0 = chlo.next_after %a, %b : tensor<8xbf16>, tensor<8xbf16> -> tensor<8xbf16>
  %w0 = stablehlo.constant dense<"0x01000100803F7F7F7FFFC07F807FC0BF"> : tensor<8xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<8xbf16>, tensor<8xbf16>
  return
}

// -----

func.func @acos_float32() {
  %a = stablehlo.constant dense<"0x666666BF000040BF000000BF000080BECDCCCCBD0AD723BC000000000AD7233CCDCCCC3D9A99993E0000003F9A99193F3333333FCDCC4C3F3333733FA4707D3F"> : tensor<16xf32>
  %r0 = chlo.acos %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x3B322C4094CE1A40920A0640AE67E93F24E2D53F8A57CA3FDB0FC93F2BC8C73F913DBC3FAF0FA23F920A863F38636D3F429F4B3F7CBC243F4997A23EB5EF103E"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @acosh_float32() {
  %a = stablehlo.constant dense<"0x0000803FAE47813FCDCC8C3F0000A03F0000C03F00000040000020400000404000006040000080400000B0400000E04000001041000040410000A04100004842"> : tensor<16xf32>
  %r0 = chlo.acosh %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x00000000EAB1103E621BE33E1872313F6561763F1492A83FE28CC83FB3A1E13F6661F63F5A0F044000EE1840149228400CC93840B7484B405A0C6C40BC5C9340"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @asin_float32() {
  %a = stablehlo.constant dense<"0x666666BF000040BF000000BF000080BECDCCCCBD0AD723BC000000000AD7233CCDCCCC3D9A99993E0000003F9A99193F3333333FCDCC4C3F3333733FA4707D3F"> : tensor<16xf32>
  %r0 = chlo.asin %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x9B548FBF991A59BF920A06BF4E5F81BE9424CDBDBED723BC00000000BED7233C9424CD3DAE009C3E920A063F7DBC243F7380463F3A636D3F086AA03FE4F1B63F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @asinh_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.asinh %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x08992DC0DAC2E8BF946BC6BF00EE98BFB4A161BF6661F6BEDA677DBE57D623BC57D6233CDA677D3E6661F63EB4A1613F00EE983F946BC63FDAC2E83F08992D40"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @atan_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.atan %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x6818B8BFBCE09FBF7B8793BF60987BBFDA0F49BF3663EDBEB1DB7ABEA4D523BCA4D5233CB1DB7A3E3663ED3EDA0F493F60987B3F7B87933FBCE09F3F6818B83F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @atanh_float32() {
  %a = stablehlo.constant dense<"0x666666BF000040BF000000BF000080BECDCCCCBD0AD723BC000000000AD7233CCDCCCC3D9A99993E0000003F9A99193F3333333FCDCC4C3F3333733FA4707D3F"> : tensor<16xf32>
  %r0 = chlo.atanh %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xAF71BCBF961379BF549F0CBF78C582BE9E7CCDBD70D823BC0000000070D8233C9E7CCD3D5B799E3E549F0C3F1872313F68075E3F549F8C3FCA77EA3FC3622940"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @cosh_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.cosh %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x61016244251521417B7D9940E18D1640AA83C53F0C56903F5805843FA401803FA401803F5805843F0C56903FAA83C53FE18D16407B7D99402515214161016244"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @digamma_float32() {
  %a = stablehlo.constant dense<"0x00002040D7A320406666264000003040000040400000604000008040000090400000A0400000B0400000E0400000084100002841000058410000AC4100004E42"> : tensor<16xf32>
  %r0 = chlo.digamma %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x1602343FAF42353FAA44403F84A3513F973B6C3F3A348D3F78C8A03F89C6B13F7BC8C03F4E38CE3F68B7EF3F352005405F6413402C2C244001DB42404BA37B40"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 64 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @erf_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.erf %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x000080BF8EFE7FBF23A07FBFA95277BF3EBB57BF7B3F05BFA67A8DBE13DE38BC13DE383CA67A8D3E7B3F053F3EBB573FA952773F23A07F3F8EFE7F3F0000803F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @erf_inv_float32() {
  %a = stablehlo.constant dense<"0x666666BF000040BF000000BF000080BECDCCCCBD0AD723BC000000000AD7233CCDCCCC3D9A99993E0000003F9A99193F3333333FCDCC4C3F3333733FA4707D3F"> : tensor<16xf32>
  %r0 = chlo.erf_inv %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x09E094BF483C50BFFE30F4BE35B866BE21FAB5BD063411BC000000000634113C21FAB53D3D808B3EFE30F43E8759183F4F9D3B3F53FC673F4B65B13F3323E93F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @erfc_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F000010400000404000004040"> : tensor<16xf32>
  %r0 = chlo.erfc %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x0000004047FFFF3F12D0FF3F55A9FB3F9EDDEB3FBD9FC23FAA5EA33FBC71813F881C7D3FAC42393F0C81F53E0D13213E55D50A3D9FB8BF3AFB4EB937FB4EB937"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @lgamma_float32() {
  %a = stablehlo.constant dense<"0x00006040D7A36040666666400000704000008040000090400000A0400000B0400000C0400000D040000000410000184100003841000068410000B44100005242"> : tensor<16xf32>
  %r0 = chlo.lgamma %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x82B9993F8A239B3FDA0DA83F0050BE3F6758E53F0C0A1D4040654B40DB4C7D4024339940B933B5401167084183073B4105568241F3E6BE410EAE3B4201621A43"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 64 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @sinh_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.sinh %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x570162C4374920C10D1E96C01D4608C0FE6C96BF806605BF665681BEBCD723BCBCD7233C6656813E8166053FFE6C963F1D4608400D1E96403749204157016244"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @square_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.square %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x00006142000010410000A240000010400000803F0000803E0000803D17B7D13817B7D1380000803D0000803E0000803F000010400000A2400000104100006142"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @tan_float32() {
  %a = stablehlo.constant dense<"0x0000C0BF0000C0BF000080BF000080BF000000BF000000BF000080BE000080BE0AD723BC0AD723BC0AD7233C0AD7233C0000803E0000803E0000003F0000003F"> : tensor<16xf32>
  %r0 = chlo.tan %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0x6B9F61C16B9F61C12359C7BF2359C7BF7BDA0BBF7BDA0BBF2DBC82BE2DBC82BE70D823BC70D823BC70D8233C70D8233C2DBC823E2DBC823E7BDA0B3F7BDA0B3F"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @bessel_i1e_float32() {
  %a = stablehlo.constant dense<"0x0000F0C0000040C0000010C00000C0BF000080BF000000BF000080BE0AD723BC0AD7233C0000803E0000003F0000803F0000C03F00001040000040400000F040"> : tensor<16xf32>
  %r0 = chlo.bessel_i1e %a : tensor<16xf32> -> tensor<16xf32>
  %w0 = stablehlo.constant dense<"0xB45A0DBEF28C49BE2A4958BEDE4B60BE78E654BEC62C20BE46EFC8BD3736A2BB3736A23B46EFC83DC62C203E78E6543EDE4B603E2A49583EF28C493EB45A0D3E"> : tensor<16xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 64 : tensor<16xf32>, tensor<16xf32>
  return
}

// -----

func.func @is_inf_float32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000807F000080FF0000C07FFFFF7F7F0000C0BF"> : tensor<8xf32>
  %r0 = chlo.is_inf %a : tensor<8xf32> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000101000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_pos_inf_float32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000807F000080FF0000C07FFFFF7F7F0000C0BF"> : tensor<8xf32>
  %r0 = chlo.is_pos_inf %a : tensor<8xf32> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000100000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_neg_inf_float32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000807F000080FF0000C07FFFFF7F7F0000C0BF"> : tensor<8xf32>
  %r0 = chlo.is_neg_inf %a : tensor<8xf32> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @next_after_float32() {
  %a = stablehlo.constant dense<"0x00000000000000800000803F0000807F000080FF0000C07FFFFF7F7F0000C0BF"> : tensor<8xf32>
  %b = stablehlo.constant dense<"0x0000803F0000803F0000803F00000000000000000000803F0000807F0000C0BF"> : tensor<8xf32>
  %r0 = chlo.next_after %a, %b : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %w0 = stablehlo.constant dense<"0x01000000010000000000803FFFFF7F7FFFFF7FFF0000C07F0000807F0000C0BF"> : tensor<8xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @acos_float64() {
  %a = stablehlo.constant dense<"0xCDCCCCCCCCCCECBF000000000000E8BF000000000000E0BF000000000000D0BF9A9999999999B9BF7B14AE47E17A84BF00000000000000007B14AE47E17A843F9A9999999999B93F333333333333D33F000000000000E03F333333333333E33F666666666666E63F9A9999999999E93F666666666666EE3FAE47E17A14AEEF3F"> : tensor<16xf64>
  %r0 = chlo.acos %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x45E7516247860540C3B6936FD259034066732D3852C100400C0FC7C7F52CFD3FA164A47B44BCFA3F364C9143F14AF93F182D4454FB21F93FFA0DF76405F9F83F90F5E32CB287F73F59EFBEECF541F43F65732D3852C1F03F50BB610567ACED3F9B5C5D3FE873E93FE19E26A38F97E43F3CE493FAE852D43FD8BF8228F71DC23F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @acosh_float64() {
  %a = stablehlo.constant dense<"0x000000000000F03F295C8FC2F528F03F9A9999999999F13F000000000000F43F000000000000F83F0000000000000040000000000000044000000000000008400000000000000C40000000000000104000000000000016400000000000001C400000000000002240000000000000284000000000000034400000000000004940"> : tensor<16xf64>
  %r0 = chlo.acosh %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x00000000000000006E065FEE3D16C23F2B2F881A6C63DC3FEF39FAFE422EE63F0A16C5AE2CCCEE3F340498714212F53FAF1BA3139C11F93F27D479613634FC3F0A16C5AE2CCCFE3F9115424BEB810040D8630B09C01D0340350498714212054088D013832119074090F583E2166909405F4C5D3E8B810D409DA8D083976B1240"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @asin_float64() {
  %a = stablehlo.constant dense<"0xCDCCCCCCCCCCECBF000000000000E8BF000000000000E0BF000000000000D0BF9A9999999999B9BF7B14AE47E17A84BF00000000000000007B14AE47E17A843F9A9999999999B93F333333333333D33F000000000000E03F333333333333E33F666666666666E63F9A9999999999E93F666666666666EE3FAE47E17A14AEEF3F"> : tensor<16xf64>
  %r0 = chlo.asin %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x72A15F7093EAF1BFDC80C6155323EBBF66732D3852C1E0BFCD870BCEE92BD0BF8578037692A4B9BFEF8E8FA6F77A84BF0000000000000000EF8E8FA6F77A843F8578037692A4B93FFEF6149E1580D33F66732D3852C1E03FE19E26A38F97E43F96FD2A690ED0E83F4FBB610567ACED3F0A349F15410DF43F1DD5336F3CDEF63F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @asinh_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.asinh %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x4D698A0221B305C00EDC7E505B18FDBF5630066E72CDF8BFD9630B09C01DF3BF26D479613634ECBF0A16C5AE2CCCDEBF37E69923FBACCFBF068B50E9CA7A84BF068B50E9CA7A843F37E69923FBACCF3F0A16C5AE2CCCDE3F26D479613634EC3FD9630B09C01DF33F5630066E72CDF83F0EDC7E505B18FD3F4D698A0221B30540"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @atan_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.atan %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x973140F90C03F7BF60857A6B17FCF3BF243AA555EF70F2BF9CF681D20B73EFBF192D4454FB21E9BF4FBB610567ACDDBFDD802CF9755BCFBF5EFB1E8BB47A84BF5EFB1E8BB47A843FDD802CF9755BCF3F4FBB610567ACDD3F192D4454FB21E93F9CF681D20B73EF3F243AA555EF70F23F60857A6B17FCF33F973140F90C03F73F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @atanh_float64() {
  %a = stablehlo.constant dense<"0xCDCCCCCCCCCCECBF000000000000E8BF000000000000E0BF000000000000D0BF9A9999999999B9BF7B14AE47E17A84BF00000000000000007B14AE47E17A843F9A9999999999B93F333333333333D33F000000000000E03F333333333333E33F666666666666E63F9A9999999999E93F666666666666EE3FAE47E17A14AEEF3F"> : tensor<16xf64>
  %r0 = chlo.atanh %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x2DB30406368EF7BF575A32AE7222EFBF0A03AD7AEA93E1BF521481FAAE58D0BF124423CD93AFB9BF97059D050E7B84BF000000000000000097059D050E7B843F124423CD93AFB93F967C61502BCFD33F0A03AD7AEA93E13FEF39FAFE422EE63FE8FB4709EDC0EB3F0B03AD7AEA93F13FD40D8868F94EFD3F86CD9719582C0540"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @cosh_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.cosh %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0xCCD3AEFF2B408C405E18D697A422244030871166AF2F13402320E221BCD1024051F5D95175B0F83FD0E82A86C10AF23F4661CA05AB80F03F5378E26D3400F03F5378E26D3400F03F4661CA05AB80F03FD0E82A86C10AF23F51F5D95175B0F83F2320E221BCD1024030871166AF2F13405E18D697A4222440CCD3AEFF2B408C40"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @digamma_float64() {
  %a = stablehlo.constant dense<"0x000000000000044014AE47E17A140440CDCCCCCCCCCC0440000000000000064000000000000008400000000000000C4000000000000010400000000000001240000000000000144000000000000016400000000000001C40000000000000214000000000000025400000000000002B4000000000008035400000000000C04940"> : tensor<16xf64>
  %r0 = chlo.digamma %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x632BF15A4280E63F0189823655A8E63F7DFFECAA9408E83F86C51DEC6F34EA3FE54990037387ED3F14FCDE9387A6F13F4A7A1DD70E19F43F3A4571B8D038F63F487A1DD70E19F83F1E7EFF9B09C7F93F2858FBB4ECF6FD3F45B591A706A40040B1B367CE8B6C02408E89304C8585044017ED9918605B0840CE1B456569740F40"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 8192 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @erf_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.erf %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x000000000000F0BFF93541ACD1FFEFBFB419037604F4EFBFE07A135755EAEEBF8B0841A767F7EABFD2ED185CEFA7E0BF08D632E254AFD1BF657B6566C21B87BF657B6566C21B873F08D632E254AFD13FD2ED185CEFA7E03F8B0841A767F7EA3FE07A135755EAEE3FB419037604F4EF3FF93541ACD1FFEF3F000000000000F03F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @erf_inv_float64() {
  %a = stablehlo.constant dense<"0xCDCCCCCCCCCCECBF000000000000E8BF000000000000E0BF000000000000D0BF9A9999999999B9BF7B14AE47E17A84BF00000000000000007B14AE47E17A843F9A9999999999B93F333333333333D33F000000000000E03F333333333333E33F666666666666E63F9A9999999999E93F666666666666EE3FAE47E17A14AEEF3F"> : tensor<16xf64>
  %r0 = chlo.erf_inv %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x50067746019CF2BFA22B6B0F8907EABF08C024BB1F86DEBF6FFFD58106D7CCBF74FD392544BFB6BFD4AD4CC9802682BF0000000000000000D4AD4CC98026823F74FD392544BFB63FD35E48740770D13F08C024BB1F86DE3F45D864E1300BE33F4EB442DAA973E73FB5BA29258AFFEC3F2BBB0F7DA92CF63F0EB22B086624FD3F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @erfc_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000000840"> : tensor<16xf64>
  %r0 = chlo.erfc %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x0000000000000040FD9A20D6E8FFFF3FDA8C013B02FAFF3F70BD89AB2A75FF3F4584A0D3B37BFD3FE9760CAEF753F83F82B58C38D56BF43FF7CACC84372EF03F126A66F690A3EF3FFC94E68E5528E73F5C24CE4721B0DE3FD5DDFB626122C43F0552C88EAA5AA13F8397CCF913F7573F2B420365DF29F73E2B420365DF29F73E"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @lgamma_float64() {
  %a = stablehlo.constant dense<"0x0000000000000C4014AE47E17A140C40CDCCCCCCCCCC0C400000000000000E40000000000000104000000000000012400000000000001440000000000000164000000000000018400000000000001A400000000000002040000000000000234000000000000027400000000000002D4000000000008036400000000000404A40"> : tensor<16xf64>
  %r0 = chlo.lgamma %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x380A97183037F33FE4654DD57064F33F86DE07DFBB01F53F68DFD321FFC9F73F05202AFA0BABFC3FCC23A6A340A10340FA2C927CA76C09405E98945E9AA90F40CA79443C6426134099A02AAB76A6164031CC2DF3E10C214069BA644FF0602740D145118BC04A30401729E238DEDC37408E817CDDC1754740378F16FC3F4C6340"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 8192 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @sinh_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.sinh %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x8C19B5DD2A408CC0AE4909E7260924C0D075D79FC1C312C0616ABDAAC30801C083B94EC49FCDF2BF963BE60FD0ACE0BF0281D0D9CC2AD0BFEEE954A6F77A84BFEEE954A6F77A843F0281D0D9CC2AD03F963BE60FD0ACE03F83B94EC49FCDF23F616ABDAAC3080140D075D79FC1C31240AE4909E7260924408C19B5DD2A408C40"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @square_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.square %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x0000000000204C40000000000000224000000000004014400000000000000240000000000000F03F000000000000D03F000000000000B03F2D431CEBE2361A3F2D431CEBE2361A3F000000000000B03F000000000000D03F000000000000F03F0000000000000240000000000040144000000000000022400000000000204C40"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @tan_float64() {
  %a = stablehlo.constant dense<"0x000000000000F8BF000000000000F8BF000000000000F0BF000000000000F0BF000000000000E0BF000000000000E0BF000000000000D0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A84BF7B14AE47E17A843F7B14AE47E17A843F000000000000D03F000000000000D03F000000000000E03F000000000000E03F"> : tensor<16xf64>
  %r0 = chlo.tan %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x7787B850ED332CC07787B850ED332CC0A6E3BE5C24EBF8BFA6E3BE5C24EBF8BF4A47F35B4F7BE1BF4A47F35B4F7BE1BF564C3CA48557D0BF564C3CA48557D0BF975F62050E7B84BF975F62050E7B84BF975F62050E7B843F975F62050E7B843F564C3CA48557D03F564C3CA48557D03F4A47F35B4F7BE13F4A47F35B4F7BE13F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 6 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @bessel_i1e_float64() {
  %a = stablehlo.constant dense<"0x0000000000001EC000000000000008C000000000000002C0000000000000F8BF000000000000F0BF000000000000E0BF000000000000D0BF7B14AE47E17A84BF7B14AE47E17A843F000000000000D03F000000000000E03F000000000000F03F000000000000F83F000000000000024000000000000008400000000000001E40"> : tensor<16xf64>
  %r0 = chlo.bessel_i1e %a : tensor<16xf64> -> tensor<16xf64>
  %w0 = stablehlo.constant dense<"0x03F68C9C55ABC1BF5CA84B249E31C9BF0AEC0F652509CBBFB41EC18E7B09CCBF025F36F9CE9CCABFF0E90BCD9805C4BFF86C94C3E81DB9BFEBA1D600C74674BFEBA1D600C746743FF86C94C3E81DB93FF0E90BCD9805C43F025F36F9CE9CCA3FB41EC18E7B09CC3F0AEC0F652509CB3F5CA84B249E31C93F03F68C9C55ABC13F"> : tensor<16xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 8192 : tensor<16xf64>, tensor<16xf64>
  return
}

// -----

func.func @is_inf_float64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7F000000000000F8BF"> : tensor<8xf64>
  %r0 = chlo.is_inf %a : tensor<8xf64> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000101000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_pos_inf_float64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7F000000000000F8BF"> : tensor<8xf64>
  %r0 = chlo.is_pos_inf %a : tensor<8xf64> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000100000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @is_neg_inf_float64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7F000000000000F8BF"> : tensor<8xf64>
  %r0 = chlo.is_neg_inf %a : tensor<8xf64> -> tensor<8xi1>
  %w0 = stablehlo.constant dense<"0x0000000001000000"> : tensor<8xi1>
  check.expect_eq %r0, %w0 : tensor<8xi1>
  return
}

// -----

func.func @next_after_float64() {
  %a = stablehlo.constant dense<"0x00000000000000000000000000000080000000000000F03F000000000000F07F000000000000F0FF000000000000F87FFFFFFFFFFFFFEF7F000000000000F8BF"> : tensor<8xf64>
  %b = stablehlo.constant dense<"0x000000000000F03F000000000000F03F000000000000F03F00000000000000000000000000000000000000000000F03F000000000000F07F000000000000F8BF"> : tensor<8xf64>
  %r0 = chlo.next_after %a, %b : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  %w0 = stablehlo.constant dense<"0x01000000000000000100000000000000000000000000F03FFFFFFFFFFFFFEF7FFFFFFFFFFFFFEFFF000000000000F87F000000000000F07F000000000000F8BF"> : tensor<8xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 0 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @polygamma_float32() {
  %a = stablehlo.constant dense<"0x000000000000803F0000803F000000400000004000004040000080400000A040"> : tensor<8xf32>
  %b = stablehlo.constant dense<"0x000020400000803F0000F040000000400000003F0000A03F0000404000000040"> : tensor<8xf32>
  %r0 = chlo.polygamma %a, %b : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %w0 = stablehlo.constant dense<"0x1602343F338DD23FE709123E05E8CEBE61A186C1AF0E324061890BBEE1310540"> : tensor<8xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 64 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @zeta_float32() {
  %a = stablehlo.constant dense<"0x0000C03F00002040000020400000604000006040000090400000B0400000D040"> : tensor<8xf32>
  %b = stablehlo.constant dense<"0x000020400000803F0000F040000000400000003F0000A03F0000404000000040"> : tensor<8xf32>
  %r0 = chlo.zeta %a, %b : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>
  %w0 = stablehlo.constant dense<"0x0EAFB33FDBB5AB3FEFF9123D86C6013ED2EE39411ACFCC3E15A74B3B64B4443C"> : tensor<8xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 8 : tensor<8xf32>, tensor<8xf32>
  return
}

// -----

func.func @polygamma_float64() {
  %a = stablehlo.constant dense<"0x0000000000000000000000000000F03F000000000000F03F00000000000000400000000000000040000000000000084000000000000010400000000000001440"> : tensor<8xf64>
  %b = stablehlo.constant dense<"0x0000000000000440000000000000F03F0000000000001E400000000000000040000000000000E03F000000000000F43F00000000000008400000000000000040"> : tensor<8xf64>
  %r0 = chlo.polygamma %a, %b : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  %w0 = stablehlo.constant dense<"0x632BF15A4280E63FD3075362A651FA3F03DD19DA3C41C23F0031802700DDD9BF560552042CD430C0DBCFE1B7D44106404D9ADD172B71C1BF1448221D3BA60040"> : tensor<8xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 8192 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @zeta_float64() {
  %a = stablehlo.constant dense<"0x000000000000F83F000000000000044000000000000004400000000000000C400000000000000C40000000000000124000000000000016400000000000001A40"> : tensor<8xf64>
  %b = stablehlo.constant dense<"0x0000000000000440000000000000F03F0000000000001E400000000000000040000000000000E03F000000000000F43F00000000000008400000000000000040"> : tensor<8xf64>
  %r0 = chlo.zeta %a, %b : tensor<8xf64>, tensor<8xf64> -> tensor<8xf64>
  %w0 = stablehlo.constant dense<"0x916C60C6E175F63F7C4B9E57BB76F53F04C2E5E73D5FA23FF10FB6BBD038C03FDD5FDD1BDA3D2740621B1147E399D93F5982B29FE274693FE0C70A9B8C96883F"> : tensor<8xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 8 : tensor<8xf64>, tensor<8xf64>
  return
}

// -----

func.func @acos_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.acos %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x03590B40E3ADCF3F2B7C2F402FDF883F1D3A3B401E657EBFFD891E404057A1BFC354D73FA77FB93FA6C6E53FFE3FFC3E5B5CE83FAC8182BEEEA0DF3F7A7864BF84C5AC3F909CBB3F982B8F3FDCD7073F23DB883F251390BE70559C3F0F176DBF3D09513F59FEDD3FCE358E3E7E4FAE3F164D123EEB14AABF1BE2013FB713BCBF"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @acosh_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.acosh %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xE3ADCF3F03590BC02FDF883F2B7C2FC01E657E3F1D3A3B404057A13FFD891E40A77FB93FC354D7BFFE3FFC3EA6C6E5BFAC81823E5B5CE83F7A78643FEEA0DF3F909CBB3F84C5ACBFDCD7073F982B8FBF2513903E23DB883F0F176D3F70559C3F59FEDD3F3D0951BF7E4FAE3FCE358EBEEB14AA3F164D123EB713BC3F1BE2013F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @asin_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.asin %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x57441BBFE3ADCFBF7CE895BF2FDF88BF5F64ADBF1E657E3F3E0868BF4057A13F894EE4BDA77FB9BF5CB665BEFE3FFCBE04647ABEAC81823EA18834BE7A78643FB552623E909CBBBF0A91E73EDCD707BF7069003F2513903EADE9B23E0F176D3F7916413F59FEDDBF6782A53F7E4FAEBF38C6B63FEB14AA3FCD1E883FB713BC3F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @asinh_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.asinh %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x3CDACCBF934463BF8AFC9CBF86068CBE91F399BF09830D3E1492A8BF920A063FEB14AABF38C6B6BF251390BE706900BFAC8182BE04647A3EAC8102BFD9768A3F7E4FAE3F6782A5BFDCD7073F0A91E7BEFE3FFC3E5CB6653E8F9C3B3F315A653F59FEDD3F791641BF909CBB3FB55262BEA77FB93F894EE43D36A8C33F0BAADA3E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @atan_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.atan %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x2AD6A7BF75F09EBE543482BF2F7916BEB8D97DBF98C19B3D0DB78DBF78C5823E4FB4BEBF702F09BFCCF8A0BE401800BFC3E684BE669C743EB8FA58BF9594853F3FF5B53F401800BF0DB70D3F1002CEBE35F0F73E94664D3E506B683F5E53353F2AD6A73F669C74BE0033903F8D75C5BDAA598E3FE4EE4A3DE4CB963F1872313E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @atanh_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.atanh %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x305F61BE9D649FBF212824BF056EA3BF1B5D40BF6CC4B13F7D01E1BE8C8E9A3FE4EE4ABDAA598EBF94664DBE35F0F7BE669C74BEC3E6843ED348FDBD850F4D3F8D75C53D003390BF1002CE3E0DB70DBF4018003FCCF8A03E669C743EB8FA583F669C743E2AD6A7BF4018003F3FF5B5BF702F093F4FB4BE3F1002CE3E7463AB3F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @cosh_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.cosh %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x549C7ABFB5D3F73FAE1F044096AA823FB5DF1140DADB06BF88B0A23F4E57E5BFA2C2DBBE66366B3EECB7673FE607F83D56D57F3F26FD7FBD91A90E3FE2AA59BE9542F0BEEC99F2BE6E557D3F7DD27FBE5CD98B3FE003043E64F81B3F4F81E03E6D66C8BFB51053C0064E53405091DEBF954B69406FB5653F221802404B524340"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @sinh_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.sinh %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xFCD6623F08E608C0E42EEFBFEC5B90BF970904C0A8FD143F184293BFBE5FFD3F284BD73DAC1770BF3A0263BE3E2DFDBE2AA27ABE63A6823E41C30BBEF82E5E3F7E0E5EBE953E83BFC323EA3E98650ABFD840013F5AD68E3E2F27903EC8E8723FF530C1BFEDF05AC022B44B4068DFE6BF2FE76040BD476E3F34D4FA3F1D9C4A40"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @tan_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.tan %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x39B4AFBBCEB984BFECA282BEB6FC07C0143E83BF9A4F7240228250BD3776A73F6D578BBCEADC77BF0DCF4ABECA91F8BE0BD474BECB0D853E5F9ED3BDBA1C483F8587F73C68DD7ABF85CBCE3EC16710BFF626013F9BF59F3E6C45483EA2CC573F5698E8BC0C0D83BF27D359BFEC1FA9BF4F60CCBF13B98C3F1B4D79BE9D57953F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @square_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.square %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000E0BF0000C040000000400000C03F00000C40000040BF0000A03F000040C000007CC00000803F000040BE0000803E00000000000000BE000070BF000000BF000070C0000000C000000000000000BF0000403E0000803E000040BF0000803F00000000000000C100007040000000C000007C400000803F0000404000008040"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @conj_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = chlo.conj %a : tensor<16xcomplex<f32>> -> tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x0000C0BF000000400000C0BF0000003F0000C0BF000080BE0000C0BF000080BF000080BE00000040000080BE0000003F000080BE000080BE000080BE000080BF0000003F000000400000003F0000003F0000003F000080BE0000003F000080BF0000004000000040000000400000003F00000040000080BE00000040000080BF"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @log_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.log %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x08926A3F0DB70DC00792EA3E4B7834C0BE9CD63E0F7E3E402ADE163F056E2340236E333FB8FAD8BF20E214BF543402C0921585BFE4CB16408651F83C506BE83FA434393F65B4A9BF1872B1BEDB0F49BF20E214BF3863ED3EBE7FE43D0DB78D3F9215853FDB0F49BFA434393FB0DB7ABE236E333FD5ADFE3D10024E3F3863ED3E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @log_plus_one_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.log_plus_one %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xA434393F506BE8BF1872B1BEE4CB16C020E214BF74632B40BE7FE43D543402409649423FA8239BBF6A9FD4BD578716BF50A470BE7DBCA43EBE7F643E38636D3F08926A3F38636DBF0892EA3E7DBCA4BEBE9CD63EBC1C293E2BDE163F5787163F2128A43F578716BF3B608E3FBC1C29BEB6108D3FF445AA3D8E5D933F7DBCA43E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @exponential_minus_one_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xACE28BBFD6C24FBE0FDF4DBF5815DBBD89A748BFD81C623D212361BF8443403EF67BA9BF134A35BF4511A2BE452BBFBED24C7BBE7D4D453E3F4714BF3FC4273F76D2D7BF10E5BFBFA4CEE43E375A4ABF91F3183F4AD8D03E21A0DFBDB894B13FD96582C0D100D7C01481AF405CB862C06219C54096FEE93F3C823F4034F7C640"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @tan_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.tan %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x39B4AFBBCEB984BFECA282BEB6FC07C0143E83BF9A4F7240228250BD3776A73F6D578BBCEADC77BF0DCF4ABECA91F8BE0BD474BECB0D853E5F9ED3BDBA1C483F8587F73C68DD7ABF85CBCE3EC16710BFF626013F9BF59F3E6C45483EA2CC573F5698E8BC0C0D83BF27D359BFEC1FA9BF4F60CCBF13B98C3F1B4D79BE9D57953F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @rsqrt_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.rsqrt %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xC2D0903EC3D0103F1172023EE0F5483F2FFB883D91E34EBF7F015D3EB27B36BFD7ABEE3E682E073FFA01343F1AA1913F98C2243F11E2C6BFFE2C1B3FD5BE46BFC4880C3F9F73DB3EAEA18C3F8A01E93E299EA63F1F559DBE70F34D3FC391FEBEAEA10C3F8A01693EE9F5303F5C47AE3D7AF8333FE64533BD299E263F1F551DBE"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @logistic_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.logistic %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0xBE274CBD567170BE8E7A2E3EDBFD97BD88C2373E018E183DFA1F073EFDEF143EA0E4963E962B3DBFCB1FDE3E739500BEBFABDF3EE84C7D3DCCDAD63EEA0E893EA7BF5D3FC19623BF7343213F0BD4F4BD7FD01F3F17AD713D67FD273FF526813E005F853F28230BBE5D0E643F5F9E53BDE61F623F3531D63C53E66B3F6D45C83D"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @sign_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.sign %a : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x9A9919BFCDCC4CBFE8DC72BF9BE8A1BE51847CBF3658283E400155BFD5000E3FEC05FEBDEC057EBF2EF9E4BE2EF964BFF30435BFF304353F435B78BE435B783F435B783E435B78BFF304353FF30435BF2EF9643F2EF9E43E2EF9E43E2EF9643FF304353FF30435BF435B783F435B78BEEC057E3FEC05FE3D2EF9643F2EF9E43E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @power_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000040400000803F000040400000803E00004040000000BF00004040000000C00000C03F0000803F0000C03F0000803E0000C03F000000BF0000C03F000000C00000403F0000803F0000403F0000803E0000403F000000BF0000403F000000C0000000BF0000803F000000BF0000803E000000BF000000BF000000BF000000C0"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.power %a, %b : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x58E9F242C1239742AA6771C0D9BEE1C059CC3DC1D880214100366D448A483F43A48B85C09B4D70C1A0A931BF19D51D3D8BDED5BE53490ABFE6590CC2199F914163BCC74048E4DDBFFF713B3FB43F16BF7391273F5CC1F83E43CB024165BFB540FC33383E5355A53FFAE6343F2B80623E22C82F3F5BE699BEBF3BE7BECE7FD0BF"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @atan2_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000040400000803F000040400000803E00004040000000BF00004040000000C00000C03F0000803F0000C03F0000803E0000C03F000000BF0000C03F000000C00000403F0000803F0000403F0000803E0000403F000000BF0000403F000000C0000000BF0000803F000000BF0000803E000000BF000000BF000000BF000000C0"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.atan2 %a, %b : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x5C1D25BFBFB89FBEF528F4BEC2D6C9BD3A63EDBE000080333763EDBEFFFFFFB32DBF5EBFD854FABE36636DBE21E294BE240B4CBE9C75C53D7BCCBDBE0BB10F3EAFAF0040832FD8BE65B4293F5D5335BFDC0FC93E9115053FB89FC6BEC14EB23E2991F73FA2F4E0BD8B49EA3F015861BD3A1DED3F18F74E3E2DD11240B013FD3E"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @divide_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000040400000803F000040400000803E00004040000000BF00004040000000C00000C03F0000803F0000C03F0000803E0000C03F000000BF0000C03F000000C00000403F0000803F0000403F0000803E0000403F000000BF0000403F000000C0000000BF0000803F000000BF0000803E000000BF000000BF000000BF000000C0"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.divide %a, %b : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x676626BF6766E6BEF5A502BF083CFEBD000000BFD70D26B1000000BFC44EECB1B1133BBF8A9D58BFC9675DBE5A3798BECECC4CBECCCCCC3D5C8FC2BE0AD7233EB81E85BF0AD7A3BFCCCCCC3ECECC4CBFD8899D3E9ED8093F2E5BB6BE3162C43E9A9919C0CDCC4CBF666666C0CDCC4CBF000010C00000E03FB5B434BFD3D2523F"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @subtract_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x000040400000803F000040400000803E00004040000000BF00004040000000C00000C03F0000803F0000C03F0000803E0000C03F000000BF0000C03F000000C00000403F0000803F0000403F0000803E0000403F000000BF0000403F000000C0000000BF0000803F000000BF0000803E000000BF000000BF000000BF000000C0"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.subtract %a, %b : tensor<16xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000090C0000040C0000090C0000040BF000090C00000403F000090C0000040400000E0BF000040C00000E0BF000040BF0000E0BF0000403F0000E0BF00004040000080BE000040C0000080BE000040BF000080BE0000403F000080BE0000404000002040000040C000002040000040BF000020400000403F0000204000004040"> : tensor<16xcomplex<f32>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f32>>
  return
}

// -----

func.func @complex_complex64() {
  %a = stablehlo.constant dense<"0x000000400000A03F0000803F0000E0BF000080BE0000A03F00000040000000C00000A03F0000803F000080BF0000C0BF"> : tensor<3x4xf32>
  %b = stablehlo.constant dense<"0x0000803F0000E0BF0000003F000040BF000080BE0000A0BF000000BF0000403F000000C00000E03F000000C0000000BF"> : tensor<3x4xf32>
  %r0 = stablehlo.complex %a, %b : tensor<3x4xcomplex<f32>>
  %w0 = stablehlo.constant dense<"0x000000400000803F0000A03F0000E0BF0000803F0000003F0000E0BF000040BF000080BE000080BE0000A03F0000A0BF00000040000000BF000000C00000403F0000A03F000000C00000803F0000E03F000080BF000000C00000C0BF000000BF"> : tensor<3x4xcomplex<f32>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xcomplex<f32>>, tensor<3x4xcomplex<f32>>
  return
}

// -----

func.func @compare_EQ_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF0000003F0000C0BF0000A03F0000C0BF0000803F000080BE000080BF000080BE0000003F000080BE0000803E000080BE000000400000003F000080BF0000003F000000BF0000003F0000A03F0000003F0000004000000040000000C0000000400000003F000000400000A03F000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.compare EQ, %a, %b : (tensor<16xcomplex<f32>>, tensor<16xcomplex<f32>>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01000001000001000001000001000001"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @compare_NE_complex64() {
  %a = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF000000BF0000C0BF0000803E0000C0BF0000803F000080BE000000C0000080BE000000BF000080BE0000803E000080BE0000803F0000003F000000C00000003F000000BF0000003F0000803E0000003F0000803F00000040000000C000000040000000BF000000400000803E000000400000803F"> : tensor<16xcomplex<f32>>
  %b = stablehlo.constant dense<"0x0000C0BF000000C00000C0BF0000003F0000C0BF0000A03F0000C0BF0000803F000080BE000080BF000080BE0000003F000080BE0000803E000080BE000000400000003F000080BF0000003F000000BF0000003F0000A03F0000003F0000004000000040000000C0000000400000003F000000400000A03F000000400000803F"> : tensor<16xcomplex<f32>>
  %r0 = stablehlo.compare NE, %a, %b : (tensor<16xcomplex<f32>>, tensor<16xcomplex<f32>>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x00010100010100010100010100010100"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @acos_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.acos %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x319C1C60206B014078ADB56CBCF5F93F95DCA05C85EF054007DA79E5E51BF13F9F0DDF9D43670740C86695D5A3CCEFBF5CAC7F9B3FD103409A38D007E82AF4BFF31CFF6798EAFA3F668430E3F42FF73F213ABEC2D4B8FC3FFAE7F496FF87DF3FEEA42A678B0BFD3F3624D9853550D0BFA5E433D41DF4FB3F15FA1A540F8FECBF5544077EB098F53F69BDDDF09173F73FC7F9100173E5F13F7F142F8FFBFAE03F51F00053641BF13F8F00B39A6402D2BF9F8215EAAD8AF33FBA9E2CBDE1A2EDBFD9E6578E2721EA3F1011C711CBBFFB3F075F0FCAB9C6D13F8890CDBDEFC9F53F8D3330BBA249C23FB9C83B619D42F5BF49963749433CE03F4B1C86F97682F7BF"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @acosh_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.acosh %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x78ADB56CBCF5F93F319C1C60206B01C007DA79E5E51BF13F95DCA05C85EF05C0C86695D5A3CCEF3F9F0DDF9D436707409A38D007E82AF43F5CAC7F9B3FD10340668430E3F42FF73FF31CFF6798EAFABFFAE7F496FF87DF3F213ABEC2D4B8FCBF3624D9853550D03FEEA42A678B0BFD3F15FA1A540F8FEC3FA5E433D41DF4FB3F69BDDDF09173F73F5544077EB098F5BF7F142F8FFBFAE03FC7F9100173E5F1BF8F00B39A6402D23F51F00053641BF13FBA9E2CBDE1A2ED3F9F8215EAAD8AF33F1011C711CBBFFB3FD9E6578E2721EABF8890CDBDEFC9F53F075F0FCAB9C6D1BFB9C83B619D42F53F8D3330BBA249C23F4B1C86F97682F73F49963749433CE03F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @asin_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.asin %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x9216EAD78A68E3BF78ADB56CBCF5F9BF128CFD640FBDF2BF07DA79E5E51BF1BF27EE79E78BACF5BFC86695D5A3CCEF3F3E5776C50701EDBF9A38D007E82AF43FA7FDAE3BD189BCBF668430E3F42FF7BF4468D073CBB6CCBFFAE7F496FF87DFBFADBE3397804CCFBF3624D9853550D03F62BC7DFF1391C6BF15FA1A540F8FEC3F1946E7B1564ACC3F69BDDDF09173F7BF43CDCC4C21F2DC3F7F142F8FFBFAE0BF8F7986022E0DE03F8F00B39A6402D23FE4A9BAA8355DD63FBA9E2CBDE1A2ED3F5773301ACF22E83F1011C711CBBFFBBF5655C0E14CB0F43F8890CDBDEFC9F5BFA726DEFCC6D8F63FB9C83B619D42F53FF461A8AFD903F13F4B1C86F97682F73F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @asinh_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.asinh %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x6AC1F692479BF9BFD96EAC739268ECBF18AB7F3D919FF3BFC8E5C1D5D080D1BF6F869B1E723EF3BF47C23D1E61B0C13F340498714212F5BF66732D3852C1E03FB9C83B619D42F5BFA726DEFCC6D8F6BF8F00B39A6402D2BF8F7986022E0DE0BF3624D9853550D0BFADBE3397804CCF3F3624D9853550E0BF6D3D772EDB4EF13F8890CDBDEFC9F53F5655C0E14CB0F4BF7F142F8FFBFAE03F43CDCC4C21F2DCBFFAE7F496FF87DF3F4468D073CBB6CC3F69BDDDF09173E73FDB15812A46ABEC3F1011C711CBBFFB3F5773301ACF22E8BF69BDDDF09173F73F1946E7B1564ACCBF668430E3F42FF73FA7FDAE3BD189BC3FC099CCC70675F83F862A586C4155DB3F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @atan_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.atan %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xDBE64F40C5FAF4BFA77AE4960EDED3BFF64DCE8A8A46F0BFC4F1D8FA25CFC2BF1736370537BBEFBFAC7308FC3278B33F44BEEB92E1B6F1BF511481FAAE58D03FBCACF0E789D6F7BF3F45CA05EE25E1BF5F04C063191FD4BF240144F20703E0BFF318D14FD89CD0BFDD16EBBC8C93CE3F0FF0EEFD561FEBBF7529949392B2F03F5CBFDBEBA7BEF63F240144F20703E0BF44BEEB92E1B6E13F338DEDF741C0D9BF7522BA8B06FEDE3F37C77182D2ACC93F34BD69136A0DED3F7A7FFAC16BAAE63FDBE64F40C5FAF43FDD16EBBC8C93CEBF52BDE70B6006F23FCE6D98AFB1AEB8BF8DD10F4135CBF13F00628B91DC5DA93FD221337F7CD9F23FEF39FAFE422EC63F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @atanh_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.atanh %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x51B3500EE62BCCBF3FD9F59D93ECF3BF518C312B0485E4BF3394C29EC06DF4BFC8AD4052A30BE8BF110CAF878D38F63F0A6FAE9F2F20DCBFAE3D3B78D151F33F00628B91DC5DA9BF8DD10F4135CBF1BF37C77182D2ACC9BF7522BA8B06FEDEBFDD16EBBC8C93CEBFF318D14FD89CD03FD3F8086D1AA9BFBFF1D232ABF0A1E93FCE6D98AFB1AEB83F52BDE70B6006F2BF338DEDF741C0D93F44BEEB92E1B6E1BF240144F20703E03F5F04C063191FD43FDD16EBBC8C93CE3F0FF0EEFD561FEB3FDD16EBBC8C93CE3FDBE64F40C5FAF4BF240144F20703E03F5CBFDBEBA7BEF6BF3F45CA05EE25E13FBCACF0E789D6F73F338DEDF741C0D93FAEF597736E6CF53F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @cosh_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.cosh %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x4CEBBB608A53EFBF193EB7AB76FAFE3F466404CBF5830040894474D55255F03F8A250E93F63B02407A496D3F7BDBE0BF62D9EC081156F43F701A10CEE9AAFCBFEC5FAB385478DBBFA61064FDCC66CD3F82EFD372FDF6EC3F761F446EFC00BF3F65DEEAADAAFAEF3F462362FAA4FFAFBF7AB4001F32D5E13F9E55884D5C35CBBF1660789D5208DEBFF609A2AA3D53DEBF3832DAEAADAAEF3FBF9278B74FFACFBF33352E862B7BF13FFC84FE147C80C03FBA23348A0C7FE33FDEE817042A10DC3FC34207ADCD0CF9BF0FD51CB016620AC019F380D5C0690A40F70E3BEA29D2FBBF99A3E69C72290D401A02C7B3ADB6EC3F58CFA7470443004019BBB064496A0840"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @sinh_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.sinh %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00BF5D84DF5AEC3FC39E3D02C11C01C0426E4988DCE5FDBF619AB4837D0BF2BFA60A6DDF328100C01CC06AEDB49FE23F7A0901154368F2BF36321EDFF7ABFF3F2AC1F3F964E9BA3FC6087FA7F502EEBFD062771B4760CCBF667C5CB0A7A5DFBFB4A1AD144554CFBF9C95F464CC54D03FC618BC156878C1BF72D0B705DFC5EB3F55E4E7C9CFC1CBBF9E1DD0A9D267F0BFB51590A37844DD3F611A9EF9B24CE1BFDEFBA50E1B28E03F3FFB2146CBDAD13FB7FC9413E604D23F8D6C5B26195DEE3FABB0A18E1E26F8BFE5B70C951D5E0BC06B5DE04184760940538435DFECDBFCBFC1CBB1C1E51C0C40483FFB8FF7C8ED3F3CD0219F865AFF3FC12465AF83530940"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @tan_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.tan %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xDD5EC94487F675BFC7DEC2B83997F0BFE586D2665D54D0BFD0CD61AF96FF00C013536897C267F0BFC8B3757BF3490E405DE0C5844410AABFBF1C3B0DC7EEF43F094E7AA1ED6A91BFDF3D61209DFBEEBF4EF52A88E159C9BF0ED9A73E3912DFBF534DB641819ACEBF4D8F3779B9A1D03F1061A9CACB73BABF16F353329703E93FC5F17895F0F09E3F1534D3E9AC5BEFBFB55EA38470D9D93FDA007F16F80CE2BF7CC75CA8DE24E03F4C1B395CB3FED33FC2524963AD08C93F9D442E4394F9EA3FC01106D00A139DBF0793B26EA161F0BFC161E6C0643AEBBFA60D9F66FD23F5BFE42E62FC098CF9BFA149C07F2297F13F1D91046AA329CFBFDE833EA3F3AAF23F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @square_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.square %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000FCBF00000000000018400000000000000040000000000000F83F0000000000800140000000000000E8BF000000000000F43F00000000000008C00000000000800FC0000000000000F03F000000000000C8BF000000000000D03F0000000000000000000000000000C0BF000000000000EEBF000000000000E0BF0000000000000EC000000000000000C00000000000000000000000000000E0BF000000000000C83F000000000000D03F000000000000E8BF000000000000F03F000000000000000000000000000020C00000000000000E4000000000000000C00000000000800F40000000000000F03F00000000000008400000000000001040"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @conj_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = chlo.conj %a : tensor<16xcomplex<f64>> -> tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000F8BF0000000000000040000000000000F8BF000000000000E03F000000000000F8BF000000000000D0BF000000000000F8BF000000000000F0BF000000000000D0BF0000000000000040000000000000D0BF000000000000E03F000000000000D0BF000000000000D0BF000000000000D0BF000000000000F0BF000000000000E03F0000000000000040000000000000E03F000000000000E03F000000000000E03F000000000000D0BF000000000000E03F000000000000F0BF000000000000004000000000000000400000000000000040000000000000E03F0000000000000040000000000000D0BF0000000000000040000000000000F0BF"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @log_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.log %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x78E0E0F04052ED3F44BEEB92E1B601C078E0E0F04052DD3F3C59DF5F098F06C0383702BD97D3DA3F6A6300DCC1CF0740B3DE6857C5DBE23F3394C29EC06D0440F7315C50C46DE63F0FF0EEFD561FFBBFABE60606449CE2BFF64DCE8A8A4600C073AB3B3FB2A2F0BFD221337F7CD90240A66211C0300A9F3F34BD69136A0DFD3F04C5FA849426E73FFD9C1E958C36F5BFEF39FAFE422ED6BF182D4454FB21E9BFABE60606449CE2BF4FBB610567ACDD3F229A9AC7F78FBC3F44BEEB92E1B6F13F73AB3B3FB2A2F03F182D4454FB21E9BF04C5FA849426E73FDD802CF9755BCFBFF7315C50C46DE63F6E2FAC9ABAD5BF3F338DEDF741C0E93F4FBB610567ACDD3F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @log_plus_one_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.log_plus_one %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x04C5FA849426E73F34BD69136A0DFDBFEF39FAFE422ED6BFD221337F7CD902C0ABE60606449CE2BFAEF597736E6C0540229A9AC7F78FBC3FF64DCE8A8A460040BA4B94CE3249E83F5CF5CA037564F3BFE4D98A3CED93BABF956306D6EAD0E2BFBE26271A8A14CEBFE19E26A38F97D43F229A9AC7F78FCC3F4FBB610567ACED3F78E0E0F04052ED3F4FBB610567ACEDBF78E0E0F04052DD3FE19E26A38F97D4BF383702BD97D3DA3FDD9A3C849723C53FB3DE6857C5DBE23F956306D6EAD0E23F518C312B0485F43F956306D6EAD0E2BFC6AABD6E07CCF13FDD9A3C849723C5BFC98ACAC816A2F13F3FF6E867BE48B53F1655B5BBB16BF23FE19E26A38F97D43F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @exponential_minus_one_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.exponential_minus_one %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x26162F6E557CF1BF68FB1FC65AF8C9BF6C4B81E4E1BBE9BF725D05E4AA62BBBF70947B31F114E9BF0F6AD7DF9A43AC3F316028186424ECBF2EBE70887008C83FE89B8BBE7E2FF5BF9D04266842A9E6BF65D213A82842D4BF8974CB9468E5D7BF1E28025D9A69CFBF67A2508BAFA9C83FB7516EE6E788E2BF0BBB55F287F8E43F90149BA04EFAFABF1CA07814A2FCF7BF207A4479D499DC3F113F7CE7464BE9BF4366021B721EE33FBD3DA150091BDA3F55EF0A6003F4BBBF7EB033149732F63FDC3CEA0EBB4C10C07BC694221AE01AC043A8B08B22F01540A649B8640B570CC0AE374C2F2CA31840B220E1A1D23FFD3F77B7389747F00740EDEF0A8AE6DE1840"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @tan_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.tan %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xDD5EC94487F675BFC7DEC2B83997F0BFE586D2665D54D0BFD0CD61AF96FF00C013536897C267F0BFC8B3757BF3490E405DE0C5844410AABFBF1C3B0DC7EEF43F094E7AA1ED6A91BFDF3D61209DFBEEBF4EF52A88E159C9BF0ED9A73E3912DFBF534DB641819ACEBF4D8F3779B9A1D03F1061A9CACB73BABF16F353329703E93FC5F17895F0F09E3F1534D3E9AC5BEFBFB55EA38470D9D93FDA007F16F80CE2BF7CC75CA8DE24E03F4C1B395CB3FED33FC2524963AD08C93F9D442E4394F9EA3FC01106D00A139DBF0793B26EA161F0BFC161E6C0643AEBBFA60D9F66FD23F5BFE42E62FC098CF9BFA149C07F2297F13F1D91046AA329CFBFDE833EA3F3AAF23F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @rsqrt_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.rsqrt %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x0A63FF51181AD23F0963FF51181AE23F1429F515424EC03FFB64C603BC1EE93F2A0C98FE651FB13F743A06FD71DCE9BF640E06CF2FA0CB3FA3F7B32676CFE6BFD73E17AD7AD5DD3F4CE4A6E1CCE5E03FE53498443F80E63FC6D3B8482334F23FDEEF83F95298E43F025C3D1942DCF8BF3CA7B7B39F65E33FC4B00F96DAD7E8BFBD2C73851891E13F6EDAECDB736EDB3FF8A9FFCA3594F13F27C8F6383120DD3F98968C1CC5D3F43F435709FFA3AAD3BF6AEC4E1C6EBEE93F8F81943938D2DFBFF8A9FFCA3594E13F27C8F6383120CD3F00ACE324BD1EE63F1A266089EBC8B53F45644D350F7FE63FE282F2B4BC68A6BF98968C1CC5D3E43F435709FFA3AAC3BF"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @logistic_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.logistic %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xE1589C8FF784A9BF457AF9BB2A0ECEBFDA090DB551CFC53F6BA3055FBBFFB2BFD0AC9D1751F8C63F57C6DA27C011A33F3F471838FFE3C03F776B4B9CFF9DC23F1B0663F693DCD23F5CD691A872A5E7BF4F02A074F9C3DB3FB1FFB950AE12C0BFCC9593E477F5DB3F5C95DE189DA9AF3F8E08796F59DBDA3F6D5E3F3BDD21D13F3D7F2AD7F4B7EB3F9ED98811D872E4BFD4E34D5E6E28E43F544DB641819ABEBFB270DCE80FFAE33FA11B32F4A235AE3FD3460ED7ACFFE43F7CC75CA8DE24D03F5E5452FEDFABF03F883FA3F46464C1BF8CF92999CB81EC3F1361A9CACB73AABFE83A59CBFC43EC3FA94E6BC826C69A3F4D229721CA7CED3FC2524963AD08B93F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @sign_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.sign %a : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x333333333333E3BF9A9999999999E9BF966D6C139D5BEEBF0F494862133DD4BF2AA17AFD8990EFBF716BFCA8060BC53FE0DC59F027A0EABF95E83BA01AC0E13FDAF1A088BDC0BFBFDAF1A088BDC0EFBFD9EDBFC5259FDCBFD9EDBFC5259FECBFCC3B7F669EA0E6BFCC3B7F669EA0E63F1CAFD248680BCFBF1CAFD248680BEF3F1CAFD248680BCF3F1CAFD248680BEFBFCC3B7F669EA0E63FCC3B7F669EA0E6BFD9EDBFC5259FEC3FD9EDBFC5259FDC3FD9EDBFC5259FDC3FD9EDBFC5259FEC3FCC3B7F669EA0E63FCC3B7F669EA0E6BF1CAFD248680BEF3F1CAFD248680BCFBFDAF1A088BDC0EF3FDAF1A088BDC0BF3FD9EDBFC5259FEC3FD9EDBFC5259FDC3F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @power_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000000840000000000000F03F0000000000000840000000000000D03F0000000000000840000000000000E0BF000000000000084000000000000000C0000000000000F83F000000000000F03F000000000000F83F000000000000D03F000000000000F83F000000000000E0BF000000000000F83F00000000000000C0000000000000E83F000000000000F03F000000000000E83F000000000000D03F000000000000E83F000000000000E0BF000000000000E83F00000000000000C0000000000000E0BF000000000000F03F000000000000E0BF000000000000D03F000000000000E0BF000000000000E0BF000000000000E0BF00000000000000C0"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.power %a, %b : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xCC523AD22A5D5E40A1BAEC2778E4524088CA36C7F52C0EC0BAE97BEBDA371CC01632F5698BB927C04C9B23D11A3024408ABB1509C0A68D4006F4C76110E967401111A7D974B110C092B1436FB3092EC0D50AB7FF3335E6BFAB233302A6BAA33FB59A1F42D1BBDABF343B92992A49E1BF8B286E073D8B41C05874FC1EE3333240A55F5C6C8CF71840A6CFA7A988BCFBBF2011E8E43F6EE73FB4FAB071F6C7E2BF7F2D23402EF2E43FF081BD8F2B18DF3F4B944A3A68592040D2CA8C77ECB71640EAEC95D17F06C73F3C88C437AAAAF43F3B210E6EDF9CE63FD73DAA8F0550CC3FACC0D84B04F9E53FEC2BC15BCB3CD3BF8E8C5EBA77E7DCBF53BC48CEF90FFABF"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @atan2_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000000840000000000000F03F0000000000000840000000000000D03F0000000000000840000000000000E0BF000000000000084000000000000000C0000000000000F83F000000000000F03F000000000000F83F000000000000D03F000000000000F83F000000000000E0BF000000000000F83F00000000000000C0000000000000E83F000000000000F03F000000000000E83F000000000000D03F000000000000E83F000000000000E0BF000000000000E83F00000000000000C0000000000000E0BF000000000000F03F000000000000E0BF000000000000D03F000000000000E0BF000000000000E0BF000000000000E0BF00000000000000C0"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.atan2 %a, %b : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x6D7A98A1ABA3E4BF83ECD20417F7D3BF0B1837851E85DEBF80EBA167D73AB9BF50BB610567ACDDBF000000000000A03C51BB610567ACDDBFFFFFFFFFFFFFAFBC1386F4C7E5D7EBBF94E96EEB9A4ADFBF4EBB610567ACCDBFABE60606449CD2BF55FDB6496481C9BFDA6D98AFB1AEB83F13C8A6768FB9D7BF1D211A0921F6C13FEC7A14E0F51500403325CC68F005DBBFFD9C1E958C36E53F797FFAC16BAAE6BF192D4454FB21D93F74AB3B3FB2A2E03F63FB8A0EF7D3D8BF3A0DFA23D849D63F831C4D3025F2FE3F235CAE56951EBCBF557338683149FD3F93321BE3FC2AACBFE57A0749A7A3FD3FF7AA4E5EE3DEC93F1571C894255A0240C39FF65875A2DF3F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @divide_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000000840000000000000F03F0000000000000840000000000000D03F0000000000000840000000000000E0BF000000000000084000000000000000C0000000000000F83F000000000000F03F000000000000F83F000000000000D03F000000000000F83F000000000000E0BF000000000000F83F00000000000000C0000000000000E83F000000000000F03F000000000000E83F000000000000D03F000000000000E83F000000000000E0BF000000000000E83F00000000000000C0000000000000E0BF000000000000F03F000000000000E0BF000000000000D03F000000000000E0BF000000000000E0BF000000000000E0BF00000000000000C0"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.divide %a, %b : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0xCCCCCCCCCCCCE4BFCCCCCCCCCCCCDCBFEB4B05ADBE54E0BF0E78FCE180C7BFBF000000000000E0BF1B4C91CFBAC1543C000000000000E0BF9ED8899DD8896D3C287662277662E7BF3BB1133BB113EBBFCFBAC114F9ACCBBF6E30453EEB06D3BF999999999999C9BF9A9999999999B93F52B81E85EB51D8BF7B14AE47E17AC43FA4703D0AD7A3F0BF7B14AE47E17AF4BF9A9999999999D93F999999999999E9BF153BB1133BB1D33FB1133BB1133BE13FB66CD9B265CBD6BFC4881123468CD83F33333333333303C09A9999999999E9BFCDCCCCCCCCCC0CC09A9999999999E9BF00000000000002C0000000000000FC3F979696969696E6BF5A5A5A5A5A5AEA3F"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @subtract_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x0000000000000840000000000000F03F0000000000000840000000000000D03F0000000000000840000000000000E0BF000000000000084000000000000000C0000000000000F83F000000000000F03F000000000000F83F000000000000D03F000000000000F83F000000000000E0BF000000000000F83F00000000000000C0000000000000E83F000000000000F03F000000000000E83F000000000000D03F000000000000E83F000000000000E0BF000000000000E83F00000000000000C0000000000000E0BF000000000000F03F000000000000E0BF000000000000D03F000000000000E0BF000000000000E0BF000000000000E0BF00000000000000C0"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.subtract %a, %b : tensor<16xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x00000000000012C000000000000008C000000000000012C0000000000000E8BF00000000000012C0000000000000E83F00000000000012C00000000000000840000000000000FCBF00000000000008C0000000000000FCBF000000000000E8BF000000000000FCBF000000000000E83F000000000000FCBF0000000000000840000000000000D0BF00000000000008C0000000000000D0BF000000000000E8BF000000000000D0BF000000000000E83F000000000000D0BF0000000000000840000000000000044000000000000008C00000000000000440000000000000E8BF0000000000000440000000000000E83F00000000000004400000000000000840"> : tensor<16xcomplex<f64>>
  check.expect_almost_eq %r0, %w0, tolerance = 1.0e-3 : tensor<16xcomplex<f64>>
  return
}

// -----

func.func @complex_complex128() {
  %a = stablehlo.constant dense<"0x000000000000E83F000000000000E03F000000000000F03F000000000000F83F000000000000D0BF000000000000FC3F00000000000000C000000000000000000000000000000040000000000000E8BF000000000000D0BF000000000000F4BF"> : tensor<3x4xf64>
  %b = stablehlo.constant dense<"0x000000000000FCBF0000000000000040000000000000F4BF0000000000000000000000000000F0BF000000000000000000000000000000C0000000000000F83F000000000000E0BF000000000000E83F0000000000000040000000000000E03F"> : tensor<3x4xf64>
  %r0 = stablehlo.complex %a, %b : tensor<3x4xcomplex<f64>>
  %w0 = stablehlo.constant dense<"0x000000000000E83F000000000000FCBF000000000000E03F0000000000000040000000000000F03F000000000000F4BF000000000000F83F0000000000000000000000000000D0BF000000000000F0BF000000000000FC3F000000000000000000000000000000C000000000000000C00000000000000000000000000000F83F0000000000000040000000000000E0BF000000000000E8BF000000000000E83F000000000000D0BF0000000000000040000000000000F4BF000000000000E03F"> : tensor<3x4xcomplex<f64>>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<3x4xcomplex<f64>>, tensor<3x4xcomplex<f64>>
  return
}

// -----

func.func @compare_EQ_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E03F000000000000F8BF000000000000F43F000000000000F8BF000000000000F03F000000000000D0BF000000000000F0BF000000000000D0BF000000000000E03F000000000000D0BF000000000000D03F000000000000D0BF0000000000000040000000000000E03F000000000000F0BF000000000000E03F000000000000E0BF000000000000E03F000000000000F43F000000000000E03F0000000000000040000000000000004000000000000000C00000000000000040000000000000E03F0000000000000040000000000000F43F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.compare EQ, %a, %b : (tensor<16xcomplex<f64>>, tensor<16xcomplex<f64>>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x01000001000001000001000001000001"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @compare_NE_complex128() {
  %a = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E0BF000000000000F8BF000000000000D03F000000000000F8BF000000000000F03F000000000000D0BF00000000000000C0000000000000D0BF000000000000E0BF000000000000D0BF000000000000D03F000000000000D0BF000000000000F03F000000000000E03F00000000000000C0000000000000E03F000000000000E0BF000000000000E03F000000000000D03F000000000000E03F000000000000F03F000000000000004000000000000000C00000000000000040000000000000E0BF0000000000000040000000000000D03F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %b = stablehlo.constant dense<"0x000000000000F8BF00000000000000C0000000000000F8BF000000000000E03F000000000000F8BF000000000000F43F000000000000F8BF000000000000F03F000000000000D0BF000000000000F0BF000000000000D0BF000000000000E03F000000000000D0BF000000000000D03F000000000000D0BF0000000000000040000000000000E03F000000000000F0BF000000000000E03F000000000000E0BF000000000000E03F000000000000F43F000000000000E03F0000000000000040000000000000004000000000000000C00000000000000040000000000000E03F0000000000000040000000000000F43F0000000000000040000000000000F03F"> : tensor<16xcomplex<f64>>
  %r0 = stablehlo.compare NE, %a, %b : (tensor<16xcomplex<f64>>, tensor<16xcomplex<f64>>) -> tensor<16xi1>
  %w0 = stablehlo.constant dense<"0x00010100010100010100010100010100"> : tensor<16xi1>
  check.expect_eq %r0, %w0 : tensor<16xi1>
  return
}

// -----

func.func @mulhi_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = chlo.mulhi %a, %b : tensor<8xi8>, tensor<8xi8> -> tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x0FF51427EB061402"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @add_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.add %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x61339BCE068F9039"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @subtract_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.subtract %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xA18B372A90B500ED"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @multiply_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.multiply %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xE02C82B8C9FA40D2"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @divide_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.divide %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x03000201FF040100"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @remainder_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.remainder %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xE1DF052A06EE0013"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @and_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.and %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x805420500BA04802"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @or_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.or %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xE1DF7B7EFBEF4837"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @xor_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.xor %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x618B5B2EF04F0035"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @maximum_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.maximum %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xE054697C4BED4826"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @minimum_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.minimum %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x81DF3252BBA24813"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @shift_left_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @shift_right_logical_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @shift_right_arithmetic_bits_int8() {
  %a = stablehlo.constant dense<"0x81DF697C4BA24813"> : tensor<8xi8>
  %b = stablehlo.constant dense<"0xE0543252BBED4826"> : tensor<8xi8>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi8>
  %w0 = stablehlo.constant dense<"0xFFFF000000FF0000"> : tensor<8xi8>
  check.expect_eq %r0, %w0 : tensor<8xi8>
  return
}

// -----

func.func @mulhi_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = chlo.mulhi %a, %b : tensor<8xi16>, tensor<8xi16> -> tensor<8xi16>
  %w0 = stablehlo.constant dense<"0xE1066919E200B907E6CB4D0622F489CF"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @add_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.add %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0xCE8A345DD6BFFDA67C10D282A91265E9"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @subtract_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.subtract %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x3AAEE615AC38B703701802A035901720"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @multiply_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.multiply %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x28F6FBD1D5544E52C4A210DD26A2F2CF"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @divide_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.divide %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x0500000000000000000007000000FFFF"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @remainder_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.remainder %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x12F58DB941FC5AD5769492F76FD165E9"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @and_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.and %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x008C85A101C002D1061468912A41A604"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @or_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.or %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0xCEFEAFBBD5FFFBD576FC6AF17FD1BFE4"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @xor_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.xor %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0xCE722A1AD43FF90470E80260559019E0"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @maximum_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.maximum %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x4AEE8DB941FC5AD5067C68F13A41A764"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @minimum_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.minimum %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x849CA7A395C3A3D176946A916FD1BE84"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @shift_left_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @shift_right_logical_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @shift_right_arithmetic_bits_int16() {
  %a = stablehlo.constant dense<"0x849C8DB941FC5AD576946A916FD1BE84"> : tensor<8xi16>
  %b = stablehlo.constant dense<"0x4AEEA7A395C3A3D1067C68F13A41A764"> : tensor<8xi16>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi16>
  %w0 = stablehlo.constant dense<"0xFFFF"> : tensor<8xi16>
  check.expect_eq %r0, %w0 : tensor<8xi16>
  return
}

// -----

func.func @mulhi_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = chlo.mulhi %a, %b : tensor<8xi32>, tensor<8xi32> -> tensor<8xi32>
  %w0 = stablehlo.constant dense<"0xA1C99204D90A3A077061C1F67B8679FC7E9DC2FFB44E1A0319E6DE0C7DEF7BDD"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @add_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.add %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x4186D1769EA38485F7C3B797D1A96B8B7945E9568EDE48A3BC6D4E78B9D412E5"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @subtract_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.subtract %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x9D24DE9EE2BE1C66B79360712344D97C5F005058940363B606FAF82343B11442"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @multiply_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.multiply %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x0E65C0458095EF39E022AA1DF6BF7877FC136FD24D7235247B7A72128A4DE4B6"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @divide_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.divide %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x0000000007000000FAFFFFFFEFFFFFFF83FFFFFF0800000001000000FFFFFFFF"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @remainder_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.remainder %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x6FD5D70AAE10E50797BC91F741D7FEFFC501080029853EF906FAF823B9D412E5"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @and_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.and %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x4290D10A40B0900500080800D23200048CA20C5711E150A4C1B1220ABA001311"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @or_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.or %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0xFFF5FF6B5EF3F37FF7BBAF97FF766B87EDA2DCFF7DFDF7FEFBBB2B6EFFD3FFD3"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @xor_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.xor %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0xBD652E611E43637AF7B3A7972D446B836100D0A86C1CA75A3A0A096445D3ECC2"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @maximum_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.maximum %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0xD2B0F96B40B1D07520982B13D7324907ECA29C577DED72F6E1B3234EBB117F51"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @minimum_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.minimum %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x6FD5D70A5EF2B30FD72B8C84FA7622848DA24CFF11F1D5ACDBB92A2AFEC29393"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @shift_left_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @shift_right_logical_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @shift_right_arithmetic_bits_int32() {
  %a = stablehlo.constant dense<"0x6FD5D70A40B1D075D72B8C84FA762284ECA29C5711F1D5ACE1B3234EFEC29393"> : tensor<8xi32>
  %b = stablehlo.constant dense<"0xD2B0F96B5EF2B30F20982B13D73249078DA24CFF7DED72F6DBB92A2ABB117F51"> : tensor<8xi32>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi32>
  %w0 = stablehlo.constant dense<"0x0000000000000000FFFFFFFFFFFFFFFF00000000FFFFFFFF00000000FFFFFFFF"> : tensor<8xi32>
  check.expect_eq %r0, %w0 : tensor<8xi32>
  return
}

// -----

func.func @mulhi_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = chlo.mulhi %a, %b : tensor<8xi64>, tensor<8xi64> -> tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x808DF205D1610535D374EBEA433A9FFB82A11045A2DD0D032485120BEC0A49FC5A1A1A0C626B15035D4124C74EC17F0036C69BB36C42B8072B79740CF963C6CE"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @add_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.add %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xE9F8838D700045161E68280D70C251160B3509C77B1DF846696529CEF5C19771339293F8E0CEB877C47E2B7C9F95AC440F1F51BE9029708C78D8AF9BE2A58E10"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @subtract_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.subtract %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xB9BEECBE88A5A8ED1EE514E322F39346D329A9F3FBA8B12BCDA2E0D78D93418177615EBB0AF74896BE223583FDCDD840636067375C1ED2499C7EB0601E9C1FE1"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @multiply_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.multiply %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x98C8D2A2DF42ADB9006D7EFCCCF49A5FA41296439BCF27D23A7BE13E1F4EDE8E3634E41D467AACDC43A04EF661D9A9CF268F536C970C21E24C327FE9E5A95612"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @divide_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.divide %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x0100000000000000FFFFFFFFFFFFFFFF0400000000000000F1FFFFFFFFFFFFFF000000000000000022000000000000000000000000000000FFFFFFFFFFFFFFFF"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @remainder_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.remainder %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xB9BEECBE88A5A8ED1E68280D70C25116FF1899363CFAC702ADB7268ACD06F303D5F9F8D9F5E200075B3454F70C70B201B93FDC7AF62321EB78D8AF9BE2A58E10"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @and_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.and %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x101908A6700046808080081080C252260C0510C93B2200090A0004D30102287854989818E1E200000100307CC0A1C000101F5442920101A18A28301C00009710"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @or_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.or %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xD9DF7BE7FFFFFE959EE71FFDEFFFFEEFFF2FF9FD3FFBF73D5F6525FBF3BF6FF9DFF9FADFFFEBB777C37EFBFFDEF3EB43FFFFFC7BFE276FEBEEAF7F7FE2A5F7FF"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @xor_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.xor %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xC9C673418FFFB8151E6717ED6F3DACC9F32AE93404D9F73455652128F2BD47818B6162C71E09B777C27ECB831E522B43EFE0A8396C266E4A64874F63E2A560EF"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @maximum_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.maximum %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x189D4BE7732D4E949EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C795E989A1EEBEBB770C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @minimum_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.minimum %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xD15B38A6FCD2F68180C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF8D5F9F8D9F5E20007032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @shift_left_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @shift_right_logical_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @shift_right_arithmetic_bits_int64() {
  %a = stablehlo.constant dense<"0xD15B38A6FCD2F6819EA61E78C9DA722E6F2F59DD3BE354391B0405D3C1AA6C79D5F9F8D9F5E20007C150B07FCEB1C242B93FDC7AF62321EB8A2B307E0021D778"> : tensor<8xi64>
  %b = stablehlo.constant dense<"0x189D4BE7732D4E9480C10995A6E7DEE79C05B0E93F3AA30D4E6124FB33172BF85E989A1EEBEBB770032E7BFCD0E3E90156DF74439A054FA1EEAC7F1DE284B797"> : tensor<8xi64>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xi64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF00000000000000000000000000000000000000000000000000000000000000000000000000000000FFFFFFFFFFFFFFFF0000000000000000"> : tensor<8xi64>
  check.expect_eq %r0, %w0 : tensor<8xi64>
  return
}

// -----

func.func @mulhi_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = chlo.mulhi %a, %b : tensor<8xui8>, tensor<8xui8> -> tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x2D0C1D3F9137AA2D"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @add_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.add %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0xF8A7B3078AFDA41C"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @subtract_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.subtract %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x7C7BD7BF4C532EB8"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @multiply_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.multiply %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x0C76A66CF5C833B4"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @divide_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.divide %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x0306000001010104"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @remainder_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.remainder %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x000D45634C532E22"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @and_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.and %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x3A1044208B00A922"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @or_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.or %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0xBE976FE7FFFDFBFA"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @xor_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.xor %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x84872BC774FD52D8"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @maximum_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.maximum %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0xBA916EA4EBA8E9EA"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @minimum_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.minimum %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x3E1645639F55BB32"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @shift_left_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @shift_right_logical_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0x00"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @shift_right_arithmetic_bits_uint8() {
  %a = stablehlo.constant dense<"0xBA914563EBA8E9EA"> : tensor<8xui8>
  %b = stablehlo.constant dense<"0x3E166EA49F55BB32"> : tensor<8xui8>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui8>
  %w0 = stablehlo.constant dense<"0xFFFF0000FFFFFFFF"> : tensor<8xui8>
  check.expect_eq %r0, %w0 : tensor<8xui8>
  return
}

// -----

func.func @mulhi_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = chlo.mulhi %a, %b : tensor<8xui16>, tensor<8xui16> -> tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x041555970604623B15B45304F21618AE"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @add_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.add %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xB69BBF8A8F4C5627D5AEA2874D99C4AA"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @subtract_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.subtract %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xD4CBADE247D684A22FDDD4891302E6C1"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @multiply_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.multiply %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x75FF66240C1C35FFA603BDEAF034DB12"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @divide_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.divide %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x00000000000003000000000001000000"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @remainder_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.remainder %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xC533B6B66B11B21D02C6BB08130255B6"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @and_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.and %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xC12300942011694002C0A308904945B4"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @or_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.or %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xF577BFF66F3BEDE6D3EEFF7EBD4F7FF6"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @xor_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.xor %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x3454BF624F2A84A6D12E5C762D063A42"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @maximum_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.maximum %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xF16709D4243BEDE4D3E8E77EB04D6FF4"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @minimum_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.minimum %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0xC533B6B66B11694202C6BB089D4B55B6"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @shift_left_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @shift_right_logical_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x0000"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @shift_right_arithmetic_bits_uint16() {
  %a = stablehlo.constant dense<"0xC533B6B66B11EDE402C6BB08B04D55B6"> : tensor<8xui16>
  %b = stablehlo.constant dense<"0xF16709D4243B6942D3E8E77E9D4B6FF4"> : tensor<8xui16>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui16>
  %w0 = stablehlo.constant dense<"0x0000FFFF0000FFFFFFFF00000000FFFF"> : tensor<8xui16>
  check.expect_eq %r0, %w0 : tensor<8xui16>
  return
}

// -----

func.func @mulhi_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = chlo.mulhi %a, %b : tensor<8xui32>, tensor<8xui32> -> tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x81B97EA339809910F01F1210B34C2C1A59C3875A4458BD723C7B833304E0B910"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @add_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.add %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xB8C15D999B35F69E2617DCAD5453B9A3516A764834445D579C831A119C62EC90"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @subtract_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.subtract %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xB07C47F3FB4C0EA5C4BEA68A147514022B31C684AC362414422C3B6C7C75403E"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @multiply_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.multiply %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xD0FEFAEE70E32015E514C478801277EC1A6CB7D3C0A9F9EA83915126C04E6C9C"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @divide_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.divide %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x0000000000000000000000000100000000000000010000000000000002000000"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @remainder_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.remainder %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x349F52C64B410222F56A411C14751402BE4D9E66AC362414EFD7AA3EEC7EEA14"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @and_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.and %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x040202C240400220312800102064C250920C9860408480A1AD832A1200641421"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @or_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.or %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xB4BF5BD75BF5F37EF5EEDB9D34EFF652BF5DDEE7F4BFDCB5EFFFEFFE9CFED76F"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @xor_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.xor %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xB0BD59151BB5F15EC4C6DB8D148B34022D514687B43B5C14427CC5EC9C9AC34E"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @maximum_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.maximum %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A9134E4E652931CD8E170BDC0B5ADAB6FD20C6C9667"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @minimum_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.minimum %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x349F52C64B410222F56A411C206FD250BE4D9E66C4869CA1EFD7AA3E90F65529"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @shift_left_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @shift_right_logical_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0x00000000"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @shift_right_arithmetic_bits_uint32() {
  %a = stablehlo.constant dense<"0x349F52C64B410222F56A411C34E4E652BE4D9E6670BDC0B5EFD7AA3E0C6C9667"> : tensor<8xui32>
  %b = stablehlo.constant dense<"0x84220BD350F4F37C31AC9A91206FD250931CD8E1C4869CA1ADAB6FD290F65529"> : tensor<8xui32>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui32>
  %w0 = stablehlo.constant dense<"0xFFFFFFFF00000000000000000000000000000000FFFFFFFF0000000000000000"> : tensor<8xui32>
  check.expect_eq %r0, %w0 : tensor<8xui32>
  return
}

// -----

func.func @mulhi_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = chlo.mulhi %a, %b : tensor<8xui64>, tensor<8xui64> -> tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x82632065B5DC171FE2FDF8AD428731337A466B3809EFF847BFEA05AACA290A5ACFEE59614956634980BA1618E56E3939E833C7B9C6378C573CF56B09A0A2BA49"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @add_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.add %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xB4DE4CEE488883F9B6EA7A66C68125FEB7B026734398C91A70F1576924B92C47BC5D19CE5738BA251537FA75F43DA025A97FB14C7AEF9143DEB646FA59D7601A"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @subtract_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.subtract %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xC6D25EEF9A1B68AE26EFA7D10898B09159C5E381C75A2D4F9A257CC30E91D479A24526C7439C84965F82964EECDCCF59259E78C36D56AC7A2C2F8215918AE4BE"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @multiply_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.multiply %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x5BCF6AA0E17FAAD8F04F6BE9A33D781F780216851FB7CC1B178CC7B3DB8641E4E35980D997981ECF1E5A4979767D20AD0E5B3EC72BA681B53DCEA93C51AFBF7B"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @divide_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.divide %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x05000000000000000000000000000000010000000000000002000000000000000000000000000000000000000000000002000000000000000000000000000000"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @remainder_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.remainder %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xEABA82F13E423118EE6C119CE70CEB4759C5E381C75A2D4FAF3F8EF0037D2813AFD19FCA4D6A1F5EBA5C4862700DB83F632DDC7EE78939160573E487F5B0A26C"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @and_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.and %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xB50055EE50908501C86C0188C6042A06083181788518CA2481016892080480600D801902084A1A461A5800020000A825C200140084001244014360026420A22C"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @or_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.or %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xFFDDF7FFF7F7FDF7EE7D79DEFF7CFBF7AF7FA5FABD7FFFF5EFEFEFD61BB5ACE6AFDDFFCB4FEE9FDFFBDEF973F43DF8FFE77E9D4CF6EE7FFFDD73E6F7F5B6BEED"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @xor_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.xor %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x4ADDA211A76778F6261178563978D1F1A74E2482386735D16EEE874413B12C86A25DE6C947A48599E186F971F43D50DA257E894C72EE6DBBDC3086F591961CC1"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @maximum_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.maximum %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3C87D69CADE743AB6083B857A8579FBB4850B6A9619A580E00D8C79030ACE9AC75BDAB1138430E8E5E70E1508F4221FDFD94362726426BEAD"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @minimum_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.minimum %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xF70577FF56B68D25EE6C119CE70CEB47AF75A1F8BD1ECE65EBE5EDD20A14AC66AFD19FCA4D6A1F5EBA5C4862700DB83FC2709C4486CC72640573E487F5B0A26C"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @shift_left_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.shift_left %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @shift_right_logical_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.shift_right_logical %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0x0000000000000000"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @shift_right_arithmetic_bits_uint64() {
  %a = stablehlo.constant dense<"0xBDD8D5EEF1D1F5D3EE6C119CE70CEB47083B857A8579FBB4850B6A9619A580E0AFD19FCA4D6A1F5EBA5C4862700DB83FE70E1508F4221FDF0573E487F5B0A26C"> : tensor<8xui64>
  %b = stablehlo.constant dense<"0xF70577FF56B68D25C87D69CADE743AB6AF75A1F8BD1ECE65EBE5EDD20A14AC660D8C79030ACE9AC75BDAB1138430E8E5C2709C4486CC7264D94362726426BEAD"> : tensor<8xui64>
  %r0 = stablehlo.shift_right_arithmetic %a, %b : tensor<8xui64>
  %w0 = stablehlo.constant dense<"0xFFFFFFFFFFFFFFFF0000000000000000FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF00000000000000000000000000000000FFFFFFFFFFFFFFFF0000000000000000"> : tensor<8xui64>
  check.expect_eq %r0, %w0 : tensor<8xui64>
  return
}

// -----

func.func @top_k_float32() {
  %a = stablehlo.constant dense<"0x000070410000504100006041000040410000984100008040000010410000B041000030410000A0400000A0410000A8410000C0400000B841000000400000204100000041000090410000000000008041000088410000E040000040400000803F"> : tensor<2x12xf32>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xf32> -> (tensor<2x5xf32>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0x0000B0410000A8410000A04100009841000070410000B84100009041000088410000804100002041"> : tensor<2x5xf32>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x5xf32>, tensor<2x5xf32>
  %w1 = stablehlo.constant dense<"0x070000000B0000000A00000004000000000000000100000005000000080000000700000003000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}

// -----

func.func @top_k_float64() {
  %a = stablehlo.constant dense<"0x000000000000F03F000000000000244000000000000028400000000000003640000000000000264000000000000000000000000000001C400000000000003340000000000000204000000000000000400000000000002E4000000000000022400000000000002A40000000000000304000000000000031400000000000003540000000000000324000000000000010400000000000002C4000000000000008400000000000001840000000000000344000000000000014400000000000003740"> : tensor<2x12xf64>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xf64> -> (tensor<2x5xf64>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0x000000000000364000000000000033400000000000002E400000000000002840000000000000264000000000000037400000000000003540000000000000344000000000000032400000000000003140"> : tensor<2x5xf64>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x5xf64>, tensor<2x5xf64>
  %w1 = stablehlo.constant dense<"0x03000000070000000A00000002000000040000000B00000003000000090000000400000002000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}

// -----

func.func @top_k_bfloat16() {
  %a = stablehlo.constant dense<"0x8841A040803F2041104140409841A04100400000E040B04190418040C040B8410041A841404160415041704180413041"> : tensor<2x12xbf16>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xbf16> -> (tensor<2x5xbf16>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0xB041A041984188412041B841A841904180417041"> : tensor<2x5xbf16>
  check.expect_close %r0, %w0, max_ulp_difference = 3 : tensor<2x5xbf16>, tensor<2x5xbf16>
  %w1 = stablehlo.constant dense<"0x0B000000070000000600000000000000030000000300000005000000000000000A00000009000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}

// -----

func.func @top_k_int32() {
  %a = stablehlo.constant dense<"0x000000001500000011000000160000000500000010000000070000000B00000012000000140000000800000006000000030000000A000000040000000F00000002000000090000000C0000000E0000000D000000170000001300000001000000"> : tensor<2x12xi32>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xi32> -> (tensor<2x5xi32>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0x160000001500000014000000120000001100000017000000130000000F0000000E0000000D000000"> : tensor<2x5xi32>
  check.expect_eq %r0, %w0 : tensor<2x5xi32>
  %w1 = stablehlo.constant dense<"0x0300000001000000090000000800000002000000090000000A000000030000000700000008000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}

// -----

func.func @top_k_uint8() {
  %a = stablehlo.constant dense<"0x0D12090E14031617080702110513100C0B150104060A0F00"> : tensor<2x12xui8>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xui8> -> (tensor<2x5xui8>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0x17161412111513100F0C"> : tensor<2x5xui8>
  check.expect_eq %r0, %w0 : tensor<2x5xui8>
  %w1 = stablehlo.constant dense<"0x070000000600000004000000010000000B0000000500000001000000020000000A00000003000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}

// -----

func.func @top_k_int64() {
  %a = stablehlo.constant dense<"0x1400000000000000130000000000000006000000000000000700000000000000090000000000000001000000000000001000000000000000160000000000000002000000000000000D000000000000000A0000000000000012000000000000000B000000000000000000000000000000030000000000000017000000000000000C0000000000000005000000000000000F0000000000000008000000000000000E00000000000000110000000000000015000000000000000400000000000000"> : tensor<2x12xi64>
  %r0, %r1 = chlo.top_k(%a, k = 5) : tensor<2x12xi64> -> (tensor<2x5xi64>, tensor<2x5xi32>)
  %w0 = stablehlo.constant dense<"0x160000000000000014000000000000001300000000000000120000000000000010000000000000001700000000000000150000000000000011000000000000000F000000000000000E00000000000000"> : tensor<2x5xi64>
  check.expect_eq %r0, %w0 : tensor<2x5xi64>
  %w1 = stablehlo.constant dense<"0x0700000000000000010000000B00000006000000030000000A000000090000000600000008000000"> : tensor<2x5xi32>
  check.expect_eq %r1, %w1 : tensor<2x5xi32>
  return
}
