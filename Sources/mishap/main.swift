import MishapCommand

MishapCommand.main()
