//! Bone names recovered from the checksums that M2 264 stores instead of them.

/// The name whose CRC-32 is `crc`, if it is one of those known.
pub fn bone_name_of_crc(crc: u32) -> Option<&'static str> {
    let position = NAMES.binary_search_by_key(&crc, |&(known, _)| known).ok()?;
    NAMES.get(position).map(|&(_, name)| name)
}

/// Sorted by checksum.
#[rustfmt::skip]
const NAMES: &[(u32, &str)] = &[
    (0x001626A2, "$FL0"), (0x00AF7948, "ArmR"), (0x01AC366C, "_ShoulderL"),
    (0x02668CBB, "SpineLow"), (0x02878CAF, "Object16"), (0x043692C8, "FootBR"),
    (0x04BDDCE1, "MiddleL1"), (0x04D04631, "MiddleFingerR"), (0x04F300FC, "IndexR2"),
    (0x0535B8FF, "ChestR"), (0x056680F5, "FootL"), (0x06CF5A88, "FaceHelmetL15"),
    (0x071F8E7E, "$BL0"), (0x077CA083, "Plane08"), (0x07C159A2, "Head"), (0x07FBF58A, "WristL"),
    (0x082AB854, "Sphere03"), (0x085E9293, "HairL"), (0x0B63463A, "Mesh07"),
    (0x0B7E2835, "BigCapeL2"), (0x0B91EB52, "Dummy01"), (0x0C0E8223, "Mesh03"),
    (0x0CFC2F4B, "Dummy05"), (0x0D558299, "PinkyL1"), (0x0D954590, "$BWR"), (0x0E54C13B, "NeckC"),
    (0x0ECAECA8, "Plane04"), (0x0F047715, "Box30"), (0x0F477C4D, "Sphere07"),
    (0x0F7916A3, "FaceHelmetL19"), (0x106EC0F1, "ThumbL1"), (0x1143FCEA, "LegR"),
    (0x11776EFB, "TailL2"), (0x118931C1, "HandL"), (0x127D657F, "SpineUp"), (0x15E71E0A, "Dummy15"),
    (0x1871EAB2, "Flame04"), (0x18C4CE66, "Box28"), (0x1A030B9A, "PonytailD"), (0x1AFB4739, "$SL0"),
    (0x1B0485E7, "KneeL"), (0x1B392D0E, "$RL0"), (0x1B8A0A80, "_BeltPouch"),
    (0x1B9CBDEE, "Object06"), (0x1CCE333A, "LoinB"), (0x1CF179F7, "Object02"),
    (0x1D2038E0, "BigCape2"), (0x1F1A625A, "Main"), (0x1F2FF179, "WingBL"), (0x1F3CDA35, "$CSS"),
    (0x217673FD, "$RR2"), (0x21AF0C10, "Big_RBone22"), (0x21E267AC, "$WTB"), (0x2344E0CF, "Box04"),
    (0x248BB04B, "LegFL01"), (0x2694592A, "Top"), (0x26C2C809, "Big_RBone26"), (0x2724BF2A, "$SHL"),
    (0x27E748B6, "_ShoulderFlapL"), (0x2946B1DC, "WhiskerR"), (0x29AADF6C, "Object26"),
    (0x2ACB54C0, "CheekL"), (0x2B947F1A, "RingR1"), (0x2BD5AF40, "WeaponL"),
    (0x2EC71B75, "Object22"), (0x2ED65CD5, "_NameMount"), (0x30CB6F7D, "Jaw"),
    (0x35925B37, "_HipL"), (0x35D99468, "$CHD"), (0x3A859CB3, "Chest"),
    (0x3B5326D4, "IndexFingerR"), (0x3B914A33, "Plane20"), (0x3BF2E7CF, "ForeArmL"),
    (0x3D205AAC, "$HIT"), (0x3D77EE27, "Wheel3"), (0x3DA32144, "_Base"), (0x3E38E0A1, "Mesh23"),
    (0x3FB3CB85, "Plane001"), (0x3FFB2C40, "EarBL"), (0x401DECFC, "PinkyR2"), (0x414059AD, "ToeL"),
    (0x41DFE6EE, "ThumbR"), (0x42E487A5, "RightFrontBR20"), (0x432D2416, "GlowLeft"),
    (0x448CD2C0, "_Bullet"), (0x44EEAD33, "Box19"), (0x46364650, "BigCapeR1"),
    (0x46D2C19E, "LegR02"), (0x4763318B, "WingFLBubble2"), (0x493FD037, "Mesh22"),
    (0x49B52472, "Belly"), (0x49BB6E99, "IndexL1"), (0x49F5B284, "MiddleR2"), (0x4A352501, "Box11"),
    (0x4A4E1E2B, "Glow"), (0x4B418BF6, "EyeR"), (0x4C309771, "ShoulderL"), (0x4C967AA5, "Plane21"),
    (0x51C5F89F, "Big_RBone27"), (0x532E1440, "Box01"), (0x542758CC, "Axe"), (0x5443D059, "Box05"),
    (0x57EBB63C, "CalfL"), (0x5858757F, "_SheathHipWeaponL"), (0x59C02BE3, "Object23"),
    (0x5AE429B9, "_Head"), (0x5BCD3A5C, "EyebrowL"), (0x5CF7FDA8, "EarR"), (0x5D26AE94, "ThumbR2"),
    (0x5D6B859E, "LegBR"), (0x5EADEFFA, "Object27"), (0x5EC1E723, "_SpellHandL"),
    (0x605A57CC, "FootFR"), (0x611876C2, "Box21"), (0x61BEE03E, "_HandR"), (0x61C26DD7, "ToeBR"),
    (0x61CF7592, "ForearmR"), (0x63C15C3A, "AnkleR"), (0x65128A09, "_SpellHandDirected"),
    (0x66DC117F, "RingL2"), (0x67BB2966, "Plane11"), (0x683BEAA3, "$CSR"), (0x68B72B2C, "HipL"),
    (0x68CA996F, "Goggles03"), (0x6960A154, "Plane19"), (0x6A270876, "BigCape3"),
    (0x6A69FF15, "PonytailA"), (0x6A9C929C, "PinkyFingerL"), (0x6B335418, "_KneeR"),
    (0x6BC903AC, "LoinC"), (0x6BF64961, "Object03"), (0x6C3E1D98, "$RL1"), (0x6C9B8D78, "Object07"),
    (0x6FC3FEF0, "Box29"), (0x707B9015, "Plane09"), (0x7110399B, "_Mount"), (0x724D53F6, "Dummy08"),
    (0x72ED7820, "Object13"), (0x73DB2261, "HairL2"), (0x7551510A, "_FootR"),
    (0x768B3307, "RingFingerR"), (0x77111634, "$FL1"), (0x787E2635, "FaceHelmetL18"),
    (0x790FD7CF, "TailL"), (0x7953F1AD, "NeckB"), (0x79B8FAB4, "BrowL"), (0x79CDDC3E, "Plane05"),
    (0x7B43347D, "WingFL"), (0x7B4CBEC6, "Object007"), (0x7C192BCF, "_ElbowR"),
    (0x7E1E1BB4, "ShinR"), (0x7EA01827, "Plane01"), (0x7F25F12F, "ElbowL"),
    (0x7F2D88C2, "Sphere02"), (0x8023796D, "Neck"), (0x814C091E, "WingFR"), (0x81584F96, "$CST"),
    (0x8295EC54, "Object05"), (0x8300EAAC, "TailR"), (0x83B7C7D7, "BrowR"), (0x841126D7, "ShinL"),
    (0x8429695A, "BigCape1"), (0x84679E39, "PonytailC"), (0x852ACC4C, "ElbowR"),
    (0x85C76280, "LoinA"), (0x85F8284D, "Object01"), (0x86157F11, "Flame03"),
    (0x861616AC, "_ElbowL"), (0x864C505A, "$GC0"), (0x86C4F843, "Goggles01"),
    (0x8967914B, "ThumbL2"), (0x89B5484A, "Plane13"), (0x8B23A07F, "Object09"),
    (0x8C1CE2D8, "Mesh10"), (0x8C840E64, "RingFingerL"), (0x8CE857FD, "Lens"),
    (0x8F5E6C69, "_FootL"), (0x9093AFFF, "PinkyFingerR"), (0x90AE790B, "Plane03"),
    (0x90D91E12, "_Back"), (0x913C697B, "_KneeL"), (0x9234D7C0, "$CSL"), (0x926A1780, "Mesh04"),
    (0x9277798F, "BigCapeL1"), (0x9298BAE8, "Dummy02"), (0x92B8164F, "HipR"),
    (0x938B0E69, "Big_RBone11"), (0x93CE2DA6, "_Arrow"), (0x945CD323, "PinkyL2"),
    (0x94D5F1FA, "Hood"), (0x95F57EF1, "Dummy06"), (0x9696EF50, "_Helm"), (0x97C3BD12, "Plane07"),
    (0x98622340, "$ESD"), (0x99CE6159, "AnkleL"), (0x9A249D19, "$FSD"), (0x9B8EDD15, "Object15"),
    (0x9BB1DD5D, "_HandL"), (0x9BC048F1, "ForearmL"), (0x9BCD50B4, "ToeBL"), (0x9BDC5BAB, "Mesh08"),
    (0x9C9DDB46, "$TRD"), (0x9CE3190C, "Object11"), (0x9DB48D5B, "MiddleL2"),
    (0x9DFA5146, "IndexR1"), (0xA05C7502, "Mesh24"), (0xA1C2073F, "EyebrowR"),
    (0xA257481C, "_SheathHipWeaponR"), (0xA3137B84, "Wheel4"), (0xA334A123, "_Name"),
    (0xA35029EB, "$FR1"), (0xA3568034, "Box17"), (0xA3AD4320, "_SheathWeaponBackOff"),
    (0xA4CEDA40, "_SpellHandR"), (0xA5BCDEB0, "_SpellHandOmni"), (0xA6BA9A3F, "Plane002"),
    (0xA6F8C0CB, "EarL"), (0xA731B11B, "Mesh20"), (0xA764B8FD, "LegBL"), (0xA79A1DBE, "HairR2"),
    (0xAD18D84C, "$CPP"), (0xADE48B5F, "CalfR"), (0xAE0044C1, "BonePinkyC10"),
    (0xAE6F0409, "_TorsoSpell"), (0xAF01AEDA, "Object"), (0xB0A38ED6, "Object25"),
    (0xB1110818, "_SheathWeaponBack"), (0xB14EB695, "EyeL"), (0xB29D2EA0, "RingR2"),
    (0xB63FAA12, "ShoulderR"), (0xB6C65665, "Root"), (0xB87F2247, "$RR1"),
    (0xB8A65DAA, "Big_RBone21"), (0xB918446E, "_ShieldNoGlove"), (0xB968C67B, "LowLip"),
    (0xBB113387, "Helm05"), (0xBB4F64CE, "ToeR"), (0xBBD0DB8D, "ThumbL"), (0xBC7CF79E, "Helm01"),
    (0xBD20756C, "Box03"), (0xBD82E1F1, "LegFL02"), (0xBE2A805A, "Mesh30"),
    (0xBE91449B, "_BloodFront"), (0xBFC89C3C, "$FD1"), (0xBFCB99B3, "Big_RBone25"),
    (0xC049224F, "_VehicleSeat01"), (0xC15C1BB7, "IndexFingerL"), (0xC1FDDAAC, "ForeArmR"),
    (0xC2FD19EE, "_SheathWeaponBackLargeOff"), (0xC414EA01, "_SheathShield"),
    (0xC42FFF2E, "ThumbR1"), (0xC4A4AD56, "_Breath"), (0xC5365124, "TailR2"), (0xC5F41123, "EarBR"),
    (0xC7A4BE40, "Object24"), (0xC8CCA925, "Big_RBone24"), (0xCA0BEED3, "$SCD"),
    (0xCA2745FA, "Box02"), (0xCBB39F4B, "Helm"), (0xCC160311, "Helm04"), (0xCEBA78E6, "$SR0"),
    (0xCF7812D1, "$RR0"), (0xCF9D6654, "_HipR"), (0xD036818D, "Mesh21"), (0xD0B23F23, "IndexL2"),
    (0xD0C469A3, "CheekR"), (0xD0FCE33E, "MiddleR1"), (0xD14000D4, "SpineMid"),
    (0xD1BC09F4, "Collar"), (0xD1BDAAA9, "Plane003"), (0xD1DA9223, "WeaponR"),
    (0xD3498CBF, "WhiskerL"), (0xD35EB1A1, "$BR0"), (0xD3798F0B, "Wheel1"), (0xD457197D, "$FR0"),
    (0xD536D2FD, "$WTT"), (0xD75B4594, "Mesh25"), (0xD8E3CADD, "_BloodBack"),
    (0xD914BD46, "PinkyR1"), (0xD9D24B18, "Object30"), (0xDBDAEF29, "$BTH"), (0xDBF71B1F, "Waist"),
    (0xDC051B63, "Tail"), (0xDD2B8249, "$SHR"), (0xDDE875D5, "_ShoulderFlapR"),
    (0xDEED09BF, "Mesh29"), (0xDF3F17EA, "BigCapeR2"), (0xDF57939B, "$DTH"), (0xDF5D6C0E, "Mask"),
    (0xDF9B0188, "$CCH"), (0xDFDB9024, "LegR01"), (0xE00C305D, "_Shield"), (0xE05AA017, "NeckA"),
    (0xE0C48D84, "Plane06"), (0xE10BB884, "KneeR"), (0xE1491D61, "Sphere05"),
    (0xE200E30F, "Mesh01"), (0xE2F24E67, "Dummy07"), (0xE39B24BC, "$BWP"),
    (0xE48C3EFF, "Big_RBone10"), (0xE520CC1A, "WingBR"), (0xE59F8A7E, "Dummy03"),
    (0xE624D978, "Sphere01"), (0xE6613FA9, "LegGauntlet21Lower"), (0xE7A9499D, "Plane02"),
    (0xEB4CC189, "LegL"), (0xEB860CA2, "HandR"), (0xEBE4299A, "Object10"), (0xEC89ED83, "Object14"),
    (0xECDB6B3D, "Mesh09"), (0xEDAD630A, "$CAH"), (0xEDB4A4A8, "_SheathWeaponBackLarge"),
    (0xF251AFF0, "HairR"), (0xF360AEAF, "PonytailB"), (0xF5374C22, "$RL2"),
    (0xF592DCC2, "Object04"), (0xF8C3A457, "Beak"), (0xFAA0442B, "ArmL"),
    (0xFBA30B0F, "_ShoulderR"), (0xFC2490E9, "Object08"), (0xFD5D5865, "JawA"),
    (0xFDF4C8E9, "WristR"), (0xFE39AFAB, "FootBL"), (0xFEB278DC, "Plane12"),
    (0xFEDF7B52, "MiddleFingerL"), (0xFF3A859C, "ChestL"), (0xFF69BD96, "FootR"),
    (0xFFD540C5, "RingL1"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_has_the_checksum_it_stands_under() {
        assert!(NAMES.is_sorted_by_key(|&(crc, _)| crc));
        for &(crc, name) in NAMES {
            assert_eq!(crc32fast::hash(name.as_bytes()), crc, "{name}");
        }
    }

    #[test]
    fn an_unknown_checksum_has_no_name() {
        assert_eq!(bone_name_of_crc(0xF592_DCC2), Some("Object04"));
        assert_eq!(bone_name_of_crc(0), None);
    }
}
